// Endpoints at the path of a page with data, or of its data: server/http/endpoints has the rest.
import type { Express, RequestHandler } from 'express'
import { expect, test, vi } from 'vitest'
import { listen, siteOf } from '../../../tests/support/fixture-site.ts'
import { request } from '../../../tests/support/http.ts'

const answer: RequestHandler = (_req, res) => void res.send('endpoint')

test.each(['live', 'static'] as const)(
  'a 405 and OPTIONS list the methods of an endpoint at the path of a page with data: %s',
  async serve => {
    vi.stubGlobal('testEndpoints', (app: Express) =>
      app.post('/stellen/:slug', answer).get('/stellen', answer).post('/stellen.json', answer),
    )
    await using site = await listen(await siteOf({ serve }))
    const allowed: Record<string, string> = {}
    for (const method of ['PUT', 'OPTIONS'])
      for (const path of ['/stellen/lagerist', '/stellen', '/stellen.json', '/kurse']) {
        const { status, headers } = await request(site.url + path, { method })
        allowed[`${method} ${path}`] = `${status} ${headers.allow}, ${headers['cache-control']}`
      }
    const post = 'GET, HEAD, POST, no-store'
    expect(allowed).toEqual({
      'PUT /stellen/lagerist': `405 ${post}`,
      'PUT /stellen': '405 GET, HEAD, no-store',
      'PUT /stellen.json': `405 ${post}`,
      'PUT /kurse': '405 GET, HEAD, no-store',
      'OPTIONS /stellen/lagerist': `200 ${post}`,
      'OPTIONS /stellen': '200 GET, HEAD, no-store',
      'OPTIONS /stellen.json': `200 ${post}`,
      'OPTIONS /kurse': '405 GET, HEAD, no-store',
    })
  },
)
