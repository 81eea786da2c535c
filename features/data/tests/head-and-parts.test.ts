// HEAD for pages with data and for their data: server/http/head-and-parts has the rest.
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
