// Caching and revalidation of pages with data: server/http/caching has the rest.
import { afterAll, describe, expect, test } from 'vitest'
import { listen, siteOf } from '../../../tests/support/fixture-site.ts'
import { request } from '../../../tests/support/http.ts'

const server = await listen(await siteOf())
afterAll(() => server.close())
const at = (path: string, headers = {}, method = 'GET') => request(server.url + path, { headers, method })

test.each([
  { what: 'a page with data', path: '/stellen', cache: 'private, no-cache' },
  { what: 'a page with revalidate', path: '/kurse', cache: 'no-cache' },
  { what: 'the data of a page', path: '/stellen.json', cache: 'private, no-cache' },
  { what: 'the data of a page with revalidate', path: '/kurse.json', cache: 'no-cache' },
])('$what is sent with Cache-Control: $cache', async ({ path, cache }) => {
  expect((await at(path)).headers['cache-control']).toBe(cache)
})

describe.each([
  { what: 'a page with data', path: '/stellen' },
  { what: 'the data of a page', path: '/stellen.json' },
])('$what', ({ path }) => {
  test.each([
    { what: 'its ETag', tagsOf: (etag: string) => etag },
    { what: 'its ETag as a weak one', tagsOf: (etag: string) => `W/${etag.replace('W/', '')}` },
    { what: 'its ETag in a list', tagsOf: (etag: string) => `"other", ${etag}` },
    { what: 'any ETag', tagsOf: () => '*' },
  ])('responds with 304 to an If-None-Match with $what', async ({ tagsOf }) => {
    const { etag = '', vary, 'cache-control': cache } = (await at(path)).headers
    for (const method of ['GET', 'HEAD']) {
      const { status, headers, body } = await at(path, { 'If-None-Match': tagsOf(etag) }, method)
      expect({ method, status, size: body.length }).toEqual({ method, status: 304, size: 0 })
      // RFC 9110, section 15.4.5: the headers a cache needs to update its stored response.
      expect(headers).toMatchObject({ etag, ...(vary && { vary }), 'cache-control': cache })
    }
  })

  test('responds with 200 to an If-None-Match with a different ETag', async () => {
    expect((await at(path, { 'If-None-Match': '"other"' })).status).toBe(200)
  })
})
