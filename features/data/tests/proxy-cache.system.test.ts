// The optional cache in deploy/nginx.conf, run by the real nginx.
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import { manifest } from '../../../tests/support/fixture-site.ts'
import { holdPort } from '../../../tests/support/ports.ts'
import { runBefore, start, stop } from '../../../tests/support/process.ts'
import { needsProgram, ownPlace, replaceAll, startProgram } from '../../../tests/support/proxies.ts'

/** Middleware that marks some responses as private, as a site's may. */
const byMiddleware = runBefore(`globalThis.testMiddleware = [(req, res, next) => {
  const cacheControl = req.get('X-Test-Cache-Control')
  if (cacheControl) res.set('Cache-Control', cacheControl)
  if (req.get('X-Test-Vary')) res.vary('Accept-Language')
  next()
}]`)

const [asset = ''] = manifest.scripts

describe('the cache of nginx', needsProgram('nginx'), () => {
  /** The source of the pages. */
  const source = createServer((req, res) => answer(req, res))
  const list =
    (...names: string[]): RequestListener =>
    (_req, res) =>
      res.end(JSON.stringify(names))
  let answer = list('Hobeln')
  let port = 0
  /** A single replica stands in for all three. */
  let replica: Awaited<ReturnType<typeof start>> | undefined
  let visit: Awaited<ReturnType<typeof startProgram>>['secure']

  const startReplica = async () => {
    const { port: ofSource } = source.address() as AddressInfo
    const env = {
      HOST: '127.0.2.1',
      PORT: `${port}`,
      FIXTURE_SOURCES: `http://127.0.0.1:${ofSource}`,
      TRUST_PROXY: 'true',
    }
    replica ??= await start(inject('fixture'), { env, args: byMiddleware })
  }
  const stopReplica = async () => {
    if (replica) await stop(replica)
    replica = undefined
  }
  const startProxy = async () => {
    const [, script = ''] = /sed -i '(.+)' /.exec(readFileSync('deploy/nginx.conf', 'utf8')) ?? []
    const edited = execFileSync('sed', [script, 'deploy/nginx.conf'], { encoding: 'utf8' })
    const proxy = await startProgram('nginx', place =>
      replaceAll(edited, [
        ['(events|prices)', '(kurse|stellen)'],
        ['/var/cache/nginx', `${place.folder}/cache`],
        ...ownPlace.nginx(place),
        ...[1, 2, 3].map(n => [`site-${n}:3000`, `127.0.2.1:${port}`] as const),
      ]),
    )
    visit = proxy.secure
  }
  const look = async (path: string, headers: Record<string, string> = {}) => {
    const response = await visit(path, { headers })
    return { ...response, text: String(response.body), timing: String(response.headers['server-timing']) }
  }

  beforeAll(async () => {
    await once(source.listen(0, '127.0.0.1'), 'listening')
    port = await holdPort()
  })
  beforeEach(async () => {
    answer = list('Hobeln')
    await startReplica()
  })
  afterAll(() => void source.close())

  describe('that is empty', () => {
    beforeAll(startProxy)

    test.each([
      { what: 'a page that isn’t in the list', path: '/kontakt' },
      { what: 'a page with a loader but without revalidate, even if it is in the list', path: '/stellen' },
      { what: 'a missing page', path: '/kurse/nichts' },
      { what: 'an endpoint', path: '/api/status' },
      { what: 'the page of a visitor with a cookie', path: '/kurse', headers: { Cookie: 'session=1' } },
      {
        what: 'the page of a visitor with a password',
        path: '/kurse',
        headers: { Authorization: 'Basic YTpi' },
      },
      {
        what: 'a response that middleware marks as private',
        path: '/kurse',
        headers: { 'X-Test-Cache-Control': 'no-cache, Private' },
      },
      {
        what: 'a response that middleware marks as no-store',
        path: '/kurse',
        headers: { 'X-Test-Cache-Control': 'no-store' },
      },
      { what: 'a response that varies by language', path: '/kurse', headers: { 'X-Test-Vary': '1' } },
    ])('doesn’t store $what', async ({ path, headers }) => {
      await look(path, headers)
      const { timing } = await look(path, headers)
      expect(timing).toMatch(/^(proxy;desc=MISS|cache;.*|loader;.*|undefined)$/) // The last three come from a replica.
    })
  })

  describe('that is filled', () => {
    beforeAll(startProxy)

    test('serves a page with revalidate, its data and an asset unchanged while every replica is down', async () => {
      const paths = ['/kurse', '/kurse.json', asset]
      const visitAll = (query: string, encodings: string) =>
        Promise.all(paths.map(path => look(path + query, { 'Accept-Encoding': encodings })))
      const sent = await visitAll('', 'gzip, deflate, br, zstd')
      await stopReplica()
      const shown = await visitAll('?utm_source=letter', 'gzip, deflate, br')
      for (const [n, { status, headers, body }] of shown.entries()) {
        expect({ status, headers }).toEqual({
          status: 200,
          headers: {
            ...sent[n]!.headers,
            date: expect.any(String),
            'x-request-id': expect.stringMatching(/^[\da-f]{32}$/),
            ...(headers['server-timing'] && {
              'server-timing': expect.stringMatching(/^proxy;desc=(HIT|STALE)$/),
            }),
          },
        })
        expect(headers['x-request-id']).not.toBe(sent[n]!.headers['x-request-id'])
        expect(body).toBeSameBytes(sent[n]!.body)
      }
      expect((await look('/kontakt')).status).toBe(502)
    })

    test.each([{ Cookie: 'session=1' }, { Authorization: 'Basic YTpi' }])(
      'is bypassed for a visitor with %o',
      async headers => {
        await look('/kurse')
        const { status, timing } = await look('/kurse', headers)
        expect({ status, timing }).toEqual({ status: 200, timing: expect.stringMatching(/^cache;desc=/) })
      },
    )

    test('serves the last page if its source is down after a restart of all replicas', async () => {
      const { body } = await look('/kurse', { 'Accept-Encoding': 'br' })
      await stopReplica()
      answer = (_req, res) => res.writeHead(500).end()
      await startReplica()
      expect((await look('/kurse', { Cookie: 'session=1' })).status).toBe(500)
      const shown = await look('/kurse', { 'Accept-Encoding': 'br' })
      expect({ status: shown.status, timing: shown.timing }).toEqual({
        status: 200,
        timing: expect.stringMatching(/^proxy;desc=(HIT|STALE)$/),
      })
      expect(shown.body).toBeSameBytes(body)
      await stopReplica() // It may have this failure cached for some seconds.
    })

    test('revalidates, and serves a changed page as soon as there is one', async () => {
      await vi.waitFor(
        async () => expect((await look('/kurse')).timing).toBe('proxy;desc=REVALIDATED'),
        60_000,
      )
      expect((await look('/kurse')).text).toContain('Hobeln')
      await stopReplica()
      answer = list('Drechseln')
      await startReplica()
      await vi.waitFor(async () => expect((await look('/kurse')).text).toContain('Drechseln'), 60_000)
    })

    test('lets browsers revalidate each time, and responds with 304', async () => {
      const { headers } = await look('/kurse')
      expect(headers['cache-control']).toBe('no-cache')
      await stopReplica()
      expect((await look('/kurse', { 'If-None-Match': String(headers.etag) })).status).toBe(304)
    })

    test('sends each visitor an encoding that they accept', async () => {
      const sent: unknown[] = []
      for (const accepted of ['br', 'gzip', 'br;q=0, gzip', 'identity', 'GZIP', 'br']) {
        const { headers } = await look('/kurse', { 'Accept-Encoding': accepted })
        sent.push(headers['content-encoding'])
      }
      expect(sent).toEqual(['br', 'gzip', 'gzip', undefined, 'gzip', 'br'])
    })
  })
})
