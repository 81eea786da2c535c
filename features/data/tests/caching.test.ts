// Revalidation of a page with data, whose weak ETag Express compares: server/http/caching has the rest.
import { expect, test } from 'vitest'
import { listen, siteOf } from '../../../tests/support/fixture-site.ts'
import { request } from '../../../tests/support/http.ts'

test('a page with data responds with 304 to an If-None-Match with its ETag', async () => {
  await using server = await listen(await siteOf())
  const at = (headers = {}, method = 'GET') => request(`${server.url}/stellen`, { headers, method })
  const { etag = '', vary, 'cache-control': cache } = (await at()).headers
  for (const method of ['GET', 'HEAD']) {
    const { status, headers, body } = await at({ 'If-None-Match': etag }, method)
    expect({ method, status, size: body.length }).toEqual({ method, status: 304, size: 0 })
    // RFC 9110, section 15.4.5: the headers a cache needs to update its stored response.
    expect(headers).toMatchObject({ etag, vary, 'cache-control': cache })
  }
})
