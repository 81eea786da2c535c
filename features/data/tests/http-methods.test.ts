// HEAD, 405 and 412 for pages with data and for their data: server/http/head-and-parts and http-methods have the rest.
import type { IncomingHttpHeaders } from 'node:http'
import { afterAll, expect, test } from 'vitest'
import { listen, siteOf } from '../../../tests/support/fixture-site.ts'
import { request } from '../../../tests/support/http.ts'

const server = await listen(await siteOf())
afterAll(() => server.close())
const at = (path: string, headers: Record<string, string>, method = 'GET') =>
  request(server.url + path, { headers, method })

/** Node sends no Transfer-Encoding in response to HEAD. */
const CHANGING = ['date', 'x-request-id', 'server-timing', 'transfer-encoding']
const lasting = (headers: IncomingHttpHeaders) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !CHANGING.includes(name)))

test.each([
  ['/stellen', 200],
  ['/stellen.json', 200],
  ['/kurse', 200],
  ['/lager', 500],
] as const)('HEAD %s, a %i, has the same headers as GET', async (path, status) => {
  for (const encoding of ['br', 'gzip', 'deflate', 'identity']) {
    const get = await at(path, { 'Accept-Encoding': encoding })
    const head = await at(path, { 'Accept-Encoding': encoding }, 'HEAD')
    expect({ encoding, status: head.status, body: head.body.length }).toEqual({ encoding, status, body: 0 })
    expect(lasting(head.headers)).toEqual(lasting(get.headers))
  }
})

const etagOf = async (path: string) => String((await at(path, {})).headers.etag)

test.each(['/kurse'])(
  '%s responds with 412 to an If-Match that doesn’t match, with or without a range',
  async path => {
    const etag = await etagOf(path)
    const statusOf = async (headers: Record<string, string>) => (await at(path, headers)).status
    expect([
      await statusOf({ 'If-Match': '"nope"' }),
      await statusOf({ 'If-Match': '"nope"', Range: 'bytes=0-9' }),
      await statusOf({ 'If-Match': '"nope"', 'If-None-Match': etag }),
      await statusOf({ 'If-Match': `W/${etag}` }), // A weak ETag never matches here: RFC 9110, section 13.1.1.
      await statusOf({ 'If-Match': `"nope", ${etag}` }),
      await statusOf({ 'If-Match': '*', Range: 'bytes=0-9' }),
      await statusOf({ 'If-Match': etag, 'If-None-Match': etag }),
      await statusOf({ 'If-Unmodified-Since': 'Wed, 21 Oct 2015 07:28:00 GMT' }), // No response has a Last-Modified date.
    ]).toEqual([412, 412, 412, 412, 200, 206, 304, 200])
  },
)

test.each([
  { method: 'DELETE', path: '/stellen' },
  { method: 'POST', path: '/stellen/tischlerin' },
  { method: 'POST', path: '/stellen.json' },
])('$method $path is a 405 that lists the allowed methods', async ({ method, path }) => {
  const { status, headers } = await at(path, {}, method)
  expect({ status, allow: headers.allow, cache: headers['cache-control'] }).toEqual({
    status: 405,
    allow: 'GET, HEAD',
    cache: 'no-store',
  })
})
