// The site's middleware, server/site/middleware.ts: what it sees, and that every response has the headers it sets. The
// password is the code of docs/recipes/, which system/docs-code.test.ts puts into a site.
import { readdirSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { Express, RequestHandler } from 'express'
import { describe, expect, test, vi } from 'vitest'
import { nameIn } from '../../../server/lib/file-names.ts'
import { listenInBothModes } from '../../support/both-modes.ts'
import { documentedModule } from '../../support/documented-module.ts'
import { dist, listen, manifest } from '../../support/fixture-site.ts'
import { request } from '../../support/http.ts'
import { createLogLines } from '../../support/log-lines.ts'
import { slow } from '../../support/slow.ts'
import { siteOfValues, type ValuePage } from '../../support/value-site.tsx'

globalThis.isBroken = true

describe('a password for a staging site', async () => {
  const PASSWORD = 'Höfe: alle'
  const basic = (text: string) => ({ Authorization: `Basic ${Buffer.from(text).toString('base64')}` })
  const admitted = basic(`anybody:${PASSWORD}`)

  vi.stubEnv('STAGING_PASSWORD', PASSWORD)
  const { middleware } = await documentedModule('server/site/middleware.ts')
  const open = await listenInBothModes()
  globalThis.testMiddleware?.push(...middleware)
  const closed = await listenInBothModes()
  globalThis.testMiddleware?.splice(0)
  const modes = closed.modes.map(({ mode, server }, i) => ({ mode, server, without: open.modes[i]?.server }))

  const [script = ''] = manifest.scripts
  const files = readdirSync(dist, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
  const names = files.map(({ parentPath, name }) => nameIn(dist, join(parentPath, name)))
  /** The files of dist/ by extension. */
  const kinds = Map.groupBy(names, name => extname(name))
  const addresses = Array.from(
    kinds.values(),
    ([name = '']) => `/${name.split('/').map(encodeURIComponent).join('/')}`,
  )
  /** One file of each kind, some pages, and paths that aren't files. */
  const paths = new Set([
    ...addresses.flatMap(address => [address, address.replace(/\.html$/, '')]),
    ...['/', '/defekt', '/KONTAKT', '/nothing', '/assets/gone.js'],
    '/api/status',
  ])

  describe.each(modes)('$mode', ({ server, without }) => {
    test('keeps every path and method behind a 401', slow, async () => {
      const answers = new Set<string>()
      const others = ['POST', 'OPTIONS'].flatMap(method => ['/', script].map(path => ({ path, method })))
      for (const { path, method } of [...Array.from(paths, path => ({ path, method: 'GET' })), ...others]) {
        const { status, body } = await request(server.url + path, { method })
        answers.add(`${status} ${body}`)
      }
      expect([...answers]).toEqual(['401 A password, please.\n'])
    })

    test('serves everything unchanged but uncacheable to a client with the password', slow, async () => {
      for (const path of paths) {
        const wanted = await request(`${without?.url}${path}`)
        const { status, headers, body } = await request(server.url + path, { headers: admitted })
        expect({ path, status, cache: headers['cache-control'] }).toEqual({
          path,
          status: wanted.status,
          cache: 'private, no-store',
        })
        if (status === 200) expect(body).toBeSameBytes(wanted.body)
      }
    })
  })

  const { server } = modes[0] ?? expect.fail()

  test('asks for the password with an uncacheable response that has the usual headers', async () => {
    const { headers } = await request(server.url + script)
    expect(headers).toMatchObject({
      'www-authenticate': 'Basic realm="Staging", charset="UTF-8"',
      'cache-control': 'private, no-store',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/),
    })
  })

  test.each(['/healthz', '/readyz'])('leaves %s open', async path => {
    const { status, headers } = await request(server.url + path)
    expect({ status, cache: headers['cache-control'] }).toEqual({ status: 200, cache: 'no-store' })
  })

  test.each([
    { what: 'a wrong password', headers: basic('anybody:Höfe') },
    { what: 'a prefix of the password', headers: basic(`anybody:${PASSWORD.slice(0, -1)}`) },
    { what: 'the password as the user name', headers: basic(PASSWORD) },
    { what: 'an empty password', headers: basic('anybody:') },
    { what: 'another authentication scheme', headers: { Authorization: 'Bearer 1' } },
  ])('rejects $what', async ({ headers }) => {
    for (const path of ['/', script]) expect((await request(server.url + path, { headers })).status).toBe(401)
  })
})

const { log, linesOf } = createLogLines()
const endpoints = (app: Express) => {
  app.get('/api/kept', (_req, res) => {
    res.cookie('two', '2').set('Cache-Control', 'public, max-age=60').json({})
  })
  app.get('/api/fails', () => {
    throw new Error('on purpose')
  })
}
const page: ValuePage = { path: '/page' }

/** Sends a request to a site with this middleware. */
async function requestWith(middleware: RequestHandler[], path: string) {
  await using server = await listen(await siteOfValues({ page }, { middleware, endpoints, log }))
  const { status, headers, body } = await request(server.url + path)
  const { date, 'x-request-id': id, ...lasting } = headers
  return { status, headers: lasting, body: String(body), id }
}

const setsMuch: RequestHandler = (_req, res, next) => {
  res.cookie('one', '1').set({ 'Cache-Control': 'no-store', 'X-Frame-Options': 'SAMEORIGIN', 'X-Own': 'yes' })
  next()
}

test.each([
  { path: '/page', status: 200, cookies: ['one=1; Path=/'] },
  { path: '/api/kept', status: 200, cookies: ['one=1; Path=/', 'two=2; Path=/'] },
  { path: '/api/fails', status: 500, cookies: ['one=1; Path=/'] },
])(
  'headers and cookies that middleware sets are in the $status of $path',
  async ({ path, status, cookies }) => {
    const reply = await requestWith([setsMuch], path)
    expect(reply).toMatchObject({
      status,
      headers: {
        'cache-control': 'no-store',
        'x-frame-options': 'SAMEORIGIN',
        'x-own': 'yes',
        'set-cookie': cookies,
      },
    })
  },
)

test('middleware that only calls next() leaves the response unchanged', async () => {
  const { id, ...reply } = await requestWith([(_req, _res, next) => next()], '/page')
  const { id: _, ...wanted } = await requestWith([], '/page')
  expect(reply).toEqual(wanted)
})

test('middleware runs in order until one responds', async () => {
  const seen: string[] = []
  const passes: RequestHandler = async (_req, _res, next) => {
    seen.push('first')
    next()
  }
  const responds: RequestHandler = (_req, res) => {
    seen.push('second')
    res.status(403).send('No.\n')
  }
  const { status, body } = await requestWith([passes, responds, () => void seen.push('third')], '/page')
  expect({ status, body, seen }).toEqual({ status: 403, body: 'No.\n', seen: ['first', 'second'] })
})

test('middleware that rejects gets the site’s 500 page with the headers set so far, and logs an error', async () => {
  const rejects: RequestHandler = async () => {
    throw new Error('on purpose')
  }
  const { status, headers, body, id } = await requestWith([setsMuch, rejects], '/page')
  expect({ status, own: headers['x-own'], type: headers['content-type'] }).toEqual({
    status: 500,
    own: 'yes',
    type: 'text/html; charset=utf-8',
  })
  expect(body).toContain('<h1>')
  expect(await linesOf(id)).toMatchObject([
    { level: 50, msg: 'the request failed', err: { message: 'on purpose' } },
    { level: 30, path: '/page', status: 500 },
  ])
})
