// What browsers and caches keep of pages with data, and how they ask again: renderer/http/caching has the rest.
import { afterAll, describe, expect, test } from 'vitest'
import { ask } from '../../../tests/support/ask.ts'
import { listen, siteOf } from '../../../tests/support/fixture-site.ts'

const server = await listen(await siteOf())
afterAll(() => server.close())
const at = (path: string, headers = {}, method = 'GET') => ask(server.url + path, { headers, method })

test.each([
  { what: 'a page with data', path: '/stellen', cache: 'private, no-cache' },
  { what: 'a page with revalidate', path: '/kurse', cache: 'no-cache' },
  { what: 'the data of a page', path: '/stellen.json', cache: 'private, no-cache' },
  { what: 'the data of a page with revalidate', path: '/kurse.json', cache: 'no-cache' },
])('$what has Cache-Control: $cache', async ({ path, cache }) => {
  expect((await at(path)).headers['cache-control']).toBe(cache)
})

describe.each([
  { what: 'a page with data', path: '/stellen' },
  { what: 'the data of a page', path: '/stellen.json' },
])('$what', ({ path }) => {
  test.each([
    { what: 'its ETag', tagsOf: (etag: string) => etag },
    { what: 'its ETag, weak', tagsOf: (etag: string) => `W/${etag.replace('W/', '')}` },
    { what: 'its ETag among others', tagsOf: (etag: string) => `"other", ${etag}` },
    { what: 'any ETag', tagsOf: () => '*' },
  ])('is a 304 for a client that has $what', async ({ tagsOf }) => {
    const { etag = '', vary, 'cache-control': cache } = (await at(path)).headers
    for (const method of ['GET', 'HEAD']) {
      const { status, headers, body } = await at(path, { 'If-None-Match': tagsOf(etag) }, method)
      expect({ method, status, size: body.length }).toEqual({ method, status: 304, size: 0 })
      // RFC 9110, section 15.4.5: what a cache needs to go on with what it has.
      expect(headers).toMatchObject({ etag, ...(vary && { vary }), 'cache-control': cache })
    }
  })

  test('is a 200 for a client that has another ETag', async () => {
    expect((await at(path, { 'If-None-Match': '"other"' })).status).toBe(200)
  })
})
