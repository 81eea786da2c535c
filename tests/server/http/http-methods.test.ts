// HTTP methods and query strings on pages, files and probes. head-and-parts.test.ts covers HEAD, endpoints.test.ts the methods
// of an endpoint.
import { afterAll, expect, test } from 'vitest'
import { listen, manifest, siteOf } from '../../support/fixture-site.ts'
import { type Reply, request } from '../../support/http.ts'

const [script = ''] = manifest.scripts

const server = await listen(await siteOf())
afterAll(() => server.close())
const at = (path: string, headers = {}, method = 'GET') => request(server.url + path, { headers, method })

/** The part of a response that doesn't change from request to request. */
const lasting = ({ status, headers }: Reply) => {
  const { date, 'x-request-id': id, 'server-timing': timing, ...rest } = headers
  return { status, headers: rest }
}

test.each([
  { method: 'POST', path: '/' },
  { method: 'DELETE', path: '/kontakt' },
  { method: 'OPTIONS', path: '/.well-known/security.txt' },
  { method: 'POST', path: '/healthz' },
  { method: 'PUT', path: script },
  { method: 'POST', path: '/lageplan.svg' },
])('$method $path is a 405 that lists the allowed methods', async ({ method, path }) => {
  const { status, headers } = await at(path, {}, method)
  expect({ status, allow: headers.allow, cache: headers['cache-control'] }).toEqual({
    status: 405,
    allow: 'GET, HEAD',
    cache: 'no-store',
  })
})

test.each(['/', script, '/.well-known/security.txt'])('%s ignores a query', async path => {
  const [plain, queried] = [await at(path), await at(`${path}?a=1&b[]=%zz`)]
  expect(lasting(queried)).toEqual(lasting(plain))
  expect(queried.body).toBeSameBytes(plain.body)
})

test.each([
  { method: 'POST', path: '/nothing', status: 404 },
  { method: 'POST', path: '/kontakt.json', status: 404 }, // That page has no data.
  { method: 'POST', path: '/assets/gone.js', status: 404 },
  { method: 'POST', path: '/KONTAKT', status: 308 }, // A 308 keeps the method: RFC 9110, section 15.4.9.
])('$method $path is a $status without an Allow header', async ({ method, path, status }) => {
  const { status: sent, headers } = await at(path, {}, method)
  expect({ status: sent, allow: headers.allow }).toEqual({ status, allow: undefined })
})
