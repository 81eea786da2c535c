// HTTP methods and query strings on pages, files and probes. endpoints.test.ts covers the methods of an endpoint.
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

const encodings = ['identity', 'br', 'gzip']
test.each(
  ['/', '/impressum', script, '/.well-known/security.txt'].flatMap(path =>
    encodings.map(encoding => ({ path, encoding })),
  ),
)('HEAD $path as $encoding has the same headers as GET, and no body', async ({ path, encoding }) => {
  const accepted = { 'Accept-Encoding': encoding }
  const [get, head] = [await at(path, accepted), await at(path, accepted, 'HEAD')]
  // RFC 9110, section 9.3.2: HEAD may omit headers that are known only once the body is generated.
  for (const { headers } of [get, head]) delete headers['transfer-encoding']
  expect(lasting(head)).toEqual(lasting(get))
  expect(get.body.length).toBeGreaterThan(0)
  expect(head.body.length).toBe(0)
})

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

test('a missing asset gets a short 404 instead of the not-found page', async () => {
  const { status, headers, body } = await at('/assets/gone.js')
  expect({ status, type: headers['content-type'], body: String(body) }).toEqual({
    status: 404,
    type: 'text/plain; charset=utf-8',
    body: 'Not found\n',
  })
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
