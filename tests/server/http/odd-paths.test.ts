// Malformed and hostile paths: each gets a response, and none leads out of the site.
import type { Express } from 'express'
import { afterAll, expect, test, vi } from 'vitest'
import { listen, siteOf } from '../../support/fixture-site.ts'
import { request, send } from '../../support/http.ts'

const server = await listen(await siteOf())
afterAll(() => server.close())

test.each([
  ['up and out', '/../../etc/passwd'],
  ['up and out, encoded', '/%2e%2e/%2e%2e/etc/passwd'],
  ['up and out, double-encoded', '/%252e%252e/etc/passwd'],
  ['from the assets', '/assets/../../server.js'],
  ['from the assets, encoded', '/assets/%2e%2e/manifest.json'],
  ['with backslashes', '/..\\..\\server.js'],
  ['to another host', '//example.com/'],
])('a path that climbs %s gets a 4xx', async (_, path) => {
  const reply = await send(server.port, `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)
  expect(reply).toMatch(/^HTTP\/1\.1 4\d\d /)
  expect(reply).not.toMatch(/root:x:|\r\nlocation:/i)
})

test.each(['/about%', '/%zz', '/kontakt%c3%28', '/assets%'])(
  'a path with a stray percent sign, %s, gets the site’s 404 page',
  async path => {
    const { status, headers } = await request(server.url + path)
    const type = headers['content-type']
    expect({ status, type }).toEqual({ status: 404, type: 'text/html; charset=utf-8' })
  },
)

test('a stray percent sign in an endpoint’s param is a 400, not a 500', async () => {
  vi.stubGlobal('testEndpoints', (app: Express) => app.get('/api/jobs/:id', (_req, res) => res.end()))
  await using site = await listen(await siteOf())
  expect((await request(`${site.url}/api/jobs/%zz`)).status).toBe(400)
})
