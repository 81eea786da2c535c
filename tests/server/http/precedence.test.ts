// Which response wins when the engine and the site both have one for an address: docs/architecture.md, "The order of
// a request".
import supertest from 'supertest'
import { expect, test } from 'vitest'
import { siteOfValues } from '../../support/value-site.tsx'

const app = await siteOfValues(
  {
    home: { path: '/' },
    about: { path: '/about' },
  },
  {
    middleware: [(req, res, next) => (req.path === '/of-middleware' ? void res.send('middleware') : next())],
    endpoints: app => void app.all('/{*path}', (_req, res) => void res.send('endpoint')),
  },
)

test.each([
  ['a probe', '/healthz', 'GET', 'ok'],
  ['a file, not an endpoint', '/lageplan.svg', 'GET', undefined],
  ['a page, not an endpoint', '/about', 'GET', 'The page about'],
  ['the site’s middleware, not an endpoint', '/of-middleware', 'GET', 'middleware'],
  ['an endpoint, not a redirect from another spelling', '/ABOUT', 'GET', 'endpoint'],
  ['an endpoint, not the 404 page', '/nowhere', 'GET', 'endpoint'],
  ['an endpoint for another method, not the 405 of the page', '/about', 'POST', 'endpoint'],
])('%s responds at %s', async (_what, path, method, text) => {
  const { status, text: body, type } = await supertest(app)[method === 'GET' ? 'get' : 'post'](path)
  expect({ path, status }).toEqual({ path, status: 200 })
  if (text === undefined) expect(type).toBe('image/svg+xml')
  else expect(body).toContain(text)
})
