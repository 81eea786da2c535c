// HTTP methods and query strings on pages, files and probes, and methods of endpoints, also at the path of a page.
// head-and-parts.test.ts covers HEAD.
import { type Express, type RequestHandler, Router } from 'express'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { listen, manifest, siteOf } from '../../support/fixture-site.ts'
import { lasting, request } from '../../support/http.ts'

const [script = ''] = manifest.scripts
const server = await listen(await siteOf())
afterAll(() => server.close())
const at = (path: string, headers = {}, method = 'GET') => request(server.url + path, { headers, method })

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

test('a page ignores a query', async () => {
  const [plain, queried] = [await at('/'), await at('/?a=1&b[]=%zz')]
  expect(lasting(queried)).toEqual(lasting(plain))
  expect(queried.body).toBeSameBytes(plain.body)
})

test.each([
  { method: 'POST', path: '/nothing', status: 404 },
  { method: 'POST', path: '/KONTAKT', status: 308 }, // A 308 keeps the method: RFC 9110, section 15.4.9.
])('$method $path is a $status without an Allow header', async ({ method, path, status }) => {
  const { status: sent, headers } = await at(path, {}, method)
  expect({ status: sent, allow: headers.allow }).toEqual({ status, allow: undefined })
})

describe('an endpoint, also at the path of a page or a file,', () => {
  const pass: RequestHandler = (_req, _res, next) => next()
  const answer: RequestHandler = (_req, res) => void res.json({})
  type Endpoints = (app: Express) => unknown

  async function allowedAt(path: string, method: string, endpoints: Endpoints) {
    vi.stubGlobal('testEndpoints', endpoints)
    await using site = await listen(await siteOf())
    const { status, headers } = await request(site.url + path, { method })
    return { status, allow: headers.allow, cache: headers['cache-control'] }
  }

  test('has its methods listed by a 405 and by OPTIONS', async () => {
    const endpoints: Endpoints = app =>
      app
        .post('/', answer)
        .patch('/', answer)
        .all('/leistungen', pass)
        .post('/leistungen', answer)
        .get('/stimmen', answer)
        .delete('/google123.html', answer)
        .post(/^.impressum$/, answer)
        .post('/api/item', answer)
        .use('/kontakt', Router().all('/', pass).post('/', answer))
    vi.stubGlobal('testEndpoints', endpoints)
    await using site = await listen(await siteOf())
    const allowed: Record<string, string> = {}
    // A router answers OPTIONS itself.
    for (const method of ['PUT', 'OPTIONS'])
      for (const path of [
        ...['/', '/leistungen', '/stimmen', '/google123.html', '/impressum', '/api/item'],
        ...(method === 'PUT' ? ['/kontakt', '/datenschutz'] : ['/datenschutz']),
      ]) {
        const { status, headers } = await request(site.url + path, { method })
        allowed[`${method} ${path}`] = `${status} ${headers.allow}, ${headers['cache-control']}`
      }
    const post = 'GET, HEAD, POST, no-store'
    expect(allowed).toEqual({
      'PUT /': '405 GET, HEAD, POST, PATCH, no-store',
      'PUT /leistungen': `405 ${post}`,
      'PUT /stimmen': '405 GET, HEAD, no-store',
      'PUT /google123.html': '405 GET, HEAD, DELETE, no-store',
      'PUT /impressum': `405 ${post}`,
      'PUT /api/item': '405 POST, no-store',
      'PUT /kontakt': `405 ${post}`,
      'PUT /datenschutz': '405 GET, HEAD, no-store',
      'OPTIONS /': '200 GET, HEAD, POST, PATCH, no-store',
      'OPTIONS /leistungen': `200 ${post}`,
      'OPTIONS /stimmen': '200 GET, HEAD, no-store',
      'OPTIONS /google123.html': '200 GET, HEAD, DELETE, no-store',
      'OPTIONS /impressum': `200 ${post}`,
      'OPTIONS /api/item': '200 POST, no-store',
      'OPTIONS /datenschutz': '405 GET, HEAD, no-store',
    })
  })

  test('can answer OPTIONS itself', async () => {
    const endpoints: Endpoints = app => app.options('/', (_req, res) => void res.set('Allow', 'PUT').end())
    expect(await allowedAt('/', 'OPTIONS', endpoints)).toMatchObject({ status: 200, allow: 'PUT' })
  })

  test('runs only once when a request then gets a 405', async () => {
    const seen = vi.fn(pass)
    await allowedAt('/', 'PUT', app => app.use(seen).post('/', answer))
    expect(seen).toHaveBeenCalledOnce()
  })
})
