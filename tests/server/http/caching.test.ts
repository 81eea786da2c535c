// Caching and revalidation: Cache-Control, ETags and 304. ranges.test.ts covers ranges and If-Range.
import { afterAll, expect, test } from 'vitest'
import { listen, manifest, siteOf } from '../../support/fixture-site.ts'
import { request } from '../../support/http.ts'

const [script = ''] = manifest.scripts

const server = await listen(await siteOf())
afterAll(() => server.close())
const at = (path: string, headers = {}, method = 'GET') => request(server.url + path, { headers, method })

test.each([
  { what: 'its ETag', tagsOf: (etag: string) => etag },
  { what: 'its ETag as a weak one', tagsOf: (etag: string) => `W/${etag}` },
  { what: 'its ETag in a list', tagsOf: (etag: string) => `"other", ${etag}` },
  { what: 'any ETag', tagsOf: () => '*' },
])('a page responds with 304 to an If-None-Match with $what', async ({ tagsOf }) => {
  const { etag = '', vary, 'cache-control': cache } = (await at('/')).headers
  for (const method of ['GET', 'HEAD']) {
    const { status, headers, body } = await at('/', { 'If-None-Match': tagsOf(etag) }, method)
    expect({ method, status, size: body.length }).toEqual({ method, status: 304, size: 0 })
    // RFC 9110, section 15.4.5: the headers a cache needs to update its stored response.
    expect(headers).toMatchObject({ etag, vary, 'cache-control': cache })
  }
})

test('a page responds with 200 to an If-None-Match with a different ETag', async () => {
  expect((await at('/', { 'If-None-Match': '"other"' })).status).toBe(200)
})

test('a 304 for a picture carries only the headers that a cache needs', async () => {
  const { etag = '' } = (await at('/lageplan.svg')).headers
  const { headers } = await at('/lageplan.svg', { 'If-None-Match': etag })
  const names = ['cache-control', 'connection', 'date', 'etag', 'vary', 'x-request-id']
  expect(Object.keys(headers).sort()).toEqual(names)
})

test('each content encoding of a page has its own strong ETag', async () => {
  const etags: Record<string, string | undefined> = {}
  for (const encoding of ['identity', 'br', 'gzip'])
    etags[encoding] = (await at('/', { 'Accept-Encoding': encoding })).headers.etag
  const strong = expect.stringMatching(/^"[\w-]{16}"$/)
  expect(etags).toEqual({ identity: strong, br: strong, gzip: strong })
  expect(etags.br).not.toBe(etags.identity)
  expect(etags.gzip).not.toBe(etags.identity)
  expect(etags.gzip).not.toBe(etags.br)
})

const sites = {
  here: {},
  ofOtherOrigin: { origin: 'https://two.example' },
  withOtherHeaders: { hsts: 'off' },
} as const

/** The ETag of a path on each of these sites. Each distinct ETag becomes a letter. */
async function etagsOf(path: string) {
  const letters = new Map<string | undefined, string>()
  const etags: Record<string, string | undefined> = {}
  for (const [name, parts] of Object.entries(sites)) {
    await using site = await listen(await siteOf(parts))
    const { etag } = (await request(site.url + path)).headers
    if (!letters.has(etag)) letters.set(etag, 'ABC'[letters.size] ?? '')
    etags[name] = letters.get(etag)
  }
  return etags
}

test("a page's ETag changes with the origin, and with the headers", async () => {
  expect(await etagsOf('/')).toEqual({ here: 'A', ofOtherOrigin: 'B', withOtherHeaders: 'C' })
})

test("a script's ETag changes with the headers, but not with the origin", async () => {
  expect(await etagsOf(script)).toEqual({ here: 'A', ofOtherOrigin: 'A', withOtherHeaders: 'B' })
})
