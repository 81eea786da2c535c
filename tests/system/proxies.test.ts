// deploy/nginx.conf and deploy/Caddyfile as shipped, run by the real programs in front of three replicas.
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { manifest } from '../support/fixture-site.ts'
import { request } from '../support/http.ts'
import { holdPort } from '../support/ports.ts'
import { runBefore, start, stop } from '../support/process.ts'
import {
  HOST,
  needsProgram,
  ownPlace,
  type ProxySetup,
  replaceAll,
  startProgram,
  VISITOR,
} from '../support/proxies.ts'

const files = { nginx: 'deploy/nginx.conf', caddy: 'deploy/Caddyfile' } as const
/** In bytes: `1m` and `1MB` in these files. */
const MAX_FORM = { nginx: 1024 * 1024, caddy: 1_000_000 } as const
/** Headers that no log may contain, like the address and the query of a visitor. */
const ofVisitor = { 'User-Agent': 'secret-browser', Referer: 'https://secret.example/' }
const ofForm = { 'Content-Type': 'application/x-www-form-urlencoded' }
const FORM = {
  method: 'POST',
  headers: { ...ofForm, ...ofVisitor },
  body: 'name=Ada&email=ada%40example.com&message=Hallo',
}

/** The headers that a proxy adds about itself. */
const ofConnection = {
  nginx: { server: 'nginx', connection: 'keep-alive' },
  caddy: { 'alt-svc': expect.stringMatching(/^h3=":\d+"; ma=\d+$/) }, // HTTP/3
}

const [script = ''] = manifest.scripts

/** Longer than the default of a second, because on a busy machine a proxy may notice later. */
const SHUTDOWN_DELAY = '5000'

/** Endpoints: one returns what it sees of the visitor, one forwards a form to a service, and one waits for that service. */
const endpoints = runBefore(`globalThis.testEndpoints = app => {
  app.get('/api/who', ({ ip, protocol, hostname }, res) => res.json({ ip, protocol, hostname }))
  app.post('/api/form', async (req, res) => {
    let body = ''
    for await (const part of req) body += part
    await fetch(process.env.SERVICE, { method: 'POST', body })
    res.redirect(303, '/anfrage/gesendet')
  })
  app.get('/api/slow', async (req, res) => res.send(await (await fetch(process.env.SERVICE)).text()))
}`)

/** Writes a file where certbot would. Returns the shipped folder and the folder that replaces it. */
function answerChallenge({ folder }: ProxySetup): readonly [string, string] {
  const challenges = join(folder, 'acme/.well-known/acme-challenge')
  mkdirSync(challenges, { recursive: true })
  writeFileSync(join(challenges, 'token'), 'the answer')
  return ['/var/www/acme', join(folder, 'acme')]
}

for (const program of ['nginx', 'caddy'] as const)
  describe(`${program} in front of three replicas`, needsProgram(program), () => {
    let replicas: Awaited<ReturnType<typeof start>>[]
    let proxy: Awaited<ReturnType<typeof startProgram>>
    /** The service that a replica calls while it handles a form, or a slow request. */
    const service = createServer((req, res) => answer(req, res))
    const atOnce: RequestListener = (_req, res) => res.end('[]')
    let answer = atOnce

    let port = 0
    const startReplica = (n: number) => {
      const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}/${n}`
      const own = { HOST: `127.0.1.${n}`, PORT: `${port}`, SERVICE: url }
      const env = { ...own, TRUST_PROXY: 'true', SHUTDOWN_DELAY, SHUTDOWN_TIMEOUT: '600000' }
      return start(inject('fixture'), { env, args: endpoints })
    }
    const visit: typeof proxy.secure = (...request) => proxy.secure(...request)
    const shipped = readFileSync(files[program], 'utf8')
    /** Starts the program with a configuration file, in front of the replicas that it names. */
    const startProxy = (file: string, count = 3) => {
      const names = [0, 1, 2].map(n => [`site-${n + 1}:3000`, `127.0.1.${n}:${port}`] as const)
      return startProgram(program, place =>
        replaceAll(file, [
          ...ownPlace[program](place),
          ...names.slice(0, count),
          ...(program === 'nginx' ? [answerChallenge(place)] : []), // Caddy answers it itself.
        ]),
      )
    }
    /** Resolves when a replica receives such requests. */
    const receives = async (n: number, path: string, options = {}, send = visit) => {
      const before = replicas[n]?.logs.length
      const isReceived = async () => {
        await send(path, options)
        expect(replicas[n]?.logs.slice(before).map(line => line.path)).toContain(path)
      }
      await vi.waitFor(isReceived, 30_000)
    }
    const startAgain = async (n: number) => {
      replicas[n] = await startReplica(n)
      await receives(n, '/api/form', FORM)
    }
    const statuses = async (count: number, path: string, options = {}) => {
      const responses = await Promise.all(Array.from({ length: count }, () => visit(path, options)))
      return [...new Set(responses.map(({ status }) => status))].sort()
    }

    beforeAll(async () => {
      await once(service.listen(0, '127.0.0.1'), 'listening')
      port = await holdPort()
      replicas = await Promise.all([0, 1, 2].map(startReplica))
      proxy = await startProxy(shipped)
    })
    afterEach(() => {
      answer = atOnce
      const lines = [...proxy.written.stdout.split('\n'), ...proxy.written.stderr.split('\n')]
      const ofVisitors = lines.filter(line => line.includes(VISITOR) || line.includes('secret'))
      expect(ofVisitors, 'the log of the proxy').toEqual([])
    })
    afterAll(() => void service.close())

    test.each([
      { what: 'a page', path: '/', status: 200 },
      { what: 'an asset', path: script, status: 200 },
      { what: 'a public file', path: '/google123.html', status: 200 },
      { what: 'a text file', path: '/.well-known/security.txt', status: 200 },
      { what: 'an endpoint', path: '/api/status', status: 200 },
      { what: 'another spelling of a path', path: '/KONTAKT', status: 308 },
      { what: 'a missing page', path: '/nichts', status: 404 },
    ])('$what has exactly the headers of the site, besides the proxy’s own', async ({ path, status }) => {
      const headers = { Host: HOST, 'Accept-Encoding': 'br' } // Without Accept-Encoding, Caddy asks for gzip.
      const own = await request(`http://127.0.1.0:${port}${path}`, { headers })
      const { connection: _, ...sent } = own.headers
      const through = await visit(path, { headers })
      expect({ status: through.status, ...through.headers }).toEqual({
        status,
        ...sent,
        ...ofConnection[program],
        date: expect.stringMatching(/ GMT$/),
        'x-request-id': expect.stringMatching(/^[\da-f-]{32,36}$/),
      })
    })

    test('the proxy generates the request id, and ignores one from a visitor', async () => {
      const { headers } = await visit('/', { headers: { 'X-Request-Id': 'made-up-by-a-visitor' } })
      expect(headers['x-request-id']).toMatch(/^[\da-f-]{32,36}$/)
    })

    test('an endpoint gets the visitor’s real address and protocol and the requested host, not forged ones', async () => {
      const madeUp = {
        'X-Forwarded-For': '192.0.2.1',
        'X-Forwarded-Proto': 'http',
        'X-Forwarded-Host': 'evil.example',
      }
      const { body } = await visit('/api/who', { headers: madeUp })
      expect(JSON.parse(String(body))).toEqual({ ip: VISITOR, protocol: 'https', hostname: HOST })
    })

    test('http redirects to https, with path and query', async () => {
      const { status, headers } = await proxy.plain('/kontakt?a=1')
      expect({ status, location: headers.location }).toEqual({
        status: 308,
        location: `https://${HOST}/kontakt?a=1`,
      })
    })

    test('clients get TLS 1.3 and HTTP/2', async () => {
      expect(await proxy.shakeHands(HOST)).toEqual({ tls: 'TLSv1.3', http: 'h2' })
    })

    test('a TLS handshake for another name is rejected', async () => {
      const refusal = {
        code: expect.stringMatching(/^ERR_SSL_TLSV1_(UNRECOGNIZED_NAME|ALERT_INTERNAL_ERROR)$/),
      }
      await expect(proxy.shakeHands('other.example.com')).rejects.toMatchObject(refusal)
    })

    test('a Host that differs from the name of the TLS handshake gets a 421', async () => {
      expect((await visit('/', { headers: { Host: 'other.example.com' } })).status).toBe(421)
    })

    // Caddy gets its certificate itself.
    if (program === 'nginx')
      test('certbot’s challenge is served over http', async () => {
        const { status, body } = await proxy.plain('/.well-known/acme-challenge/token')
        expect({ status, body: String(body) }).toEqual({ status: 200, body: 'the answer' })
      })

    test.each(['/metrics', '/Metrics/', '/%6Detrics', '/healthz', '/Healthz/', '/%68ealthz', '/readyz'])(
      '%s gets a 404 from the proxy itself, which keeps probes and metrics private',
      async path => {
        const { status, headers } = await visit(path)
        expect({ status, id: headers['x-request-id'] }).toEqual({ status: 404, id: undefined })
      },
    )

    test('the proxy itself rejects a form of more than a megabyte', async () => {
      const refusal = async (body: string) => {
        const { status, headers } = await visit('/api/form', { ...FORM, body })
        return { status, id: headers['x-request-id'] } // A response of a replica has an id, even its own 413.
      }
      expect(await refusal(FORM.body)).toEqual({ status: 303, id: expect.any(String) })
      expect(await refusal('x'.repeat(MAX_FORM[program] + 1))).toEqual({
        status: 413,
        id: undefined,
      })
    })

    test.each(['zz\r\nname=Ada\r\n', '3\r\nname=Ada\r\n'])(
      'a malformed body, %j, gets a 400, as a client error',
      async body => {
        const headers = Object.entries({ Host: HOST, ...ofForm, 'Transfer-Encoding': 'chunked' })
        const head = ['POST /api/form HTTP/1.1', ...headers.map(header => header.join(': '))]
        expect(await proxy.send(`${head.join('\r\n')}\r\n\r\n${body}`)).toMatch(/^HTTP\/1\.1 400 /)
      },
    )

    test('the proxy passes on twelve kilobytes of cookies', async () => {
      const { status, headers } = await visit('/', { headers: { Cookie: `a=${'x'.repeat(12_000)}` } })
      expect({ status, id: headers['x-request-id'] }).toEqual({ status: 200, id: expect.any(String) })
    })

    test('no request fails while all replicas restart, one after the other', async () => {
      const lost: unknown[] = []
      const count = { GET: 0, POST: 0 }
      let restarting = true
      const isToContinue = () => restarting || count.POST < 500 || count.GET < 5000
      const visitor = async (method: 'GET' | 'POST') => {
        while (isToContinue()) {
          const response = method === 'GET' ? visit('/') : visit('/api/form', FORM)
          const { status } = await response.catch(error => ({ status: error }))
          if (status !== (method === 'GET' ? 200 : 303)) lost.push({ method, status })
          count[method]++
          await delay(20) // Leaves the CPU to the replicas.
        }
      }
      const visitors = Array.from({ length: 20 }, () => [visitor('GET'), visitor('POST')]).flat()
      for (const [n, replica] of replicas.entries()) {
        replica.signal('SIGTERM')
        expect(await replica.ended).toBe(0)
        await startAgain(n)
      }
      restarting = false
      await Promise.all(visitors)
      expect(lost).toEqual([])
    })

    /** Sends forms, one after the other. Three of them reach every replica in rotation. */
    const sendForms = async (count: number) => {
      const answers: number[] = []
      while (answers.length < count) answers.push((await visit('/api/form', FORM)).status)
      return answers
    }
    /** Caddy checks each replica four times a second. Until it has noticed that one is down, it fails forms. */
    const caddyNotices = () =>
      vi.waitFor(async () => expect(await sendForms(3)).toEqual([303, 303, 303]), 60_000)

    test('no form fails while a replica is down', async () => {
      await stop(replicas[0]!)
      if (program === 'caddy') await caddyNotices() // nginx notices at the first request.
      expect(await sendForms(50)).toEqual(Array(50).fill(303))
      await startAgain(0)
    })

    if (program === 'nginx')
      test('two replicas both receive forms', async () => {
        const { secure } = await startProxy(shipped.replace(/^ *server site-3:.*\n/gm, ''), 2)
        for (const n of [0, 1]) await receives(n, '/api/form', FORM, secure)
      })

    if (program === 'caddy')
      test('a form waits while no replica is ready', async () => {
        await Promise.all([stop(replicas[0]!), stop(replicas[1]!)])
        await caddyNotices()
        let restarting = true
        const restart = async () => {
          replicas[2]!.signal('SIGTERM')
          await replicas[2]!.ended
          replicas[2] = await startReplica(2)
          restarting = false
        }
        const restarted = restart()
        const answers: number[] = []
        while (restarting) answers.push(...(await sendForms(1)))
        expect(new Set(answers)).toEqual(new Set([303]))
        await restarted
        for (const n of [0, 1]) await startAgain(n)
      })

    test('the proxy doesn’t retry a form whose handler has started', async () => {
      const received: number[] = []
      const started = Promise.withResolvers<number>()
      answer = (req, res) => {
        const n = Number(req.url?.slice(1))
        if (received.push(n) === 1) started.resolve(n)
        else res.end()
      }
      const response = visit('/api/form?secret=1', FORM)
      const n = await started.promise
      await stop(replicas[n]!)
      expect({ status: (await response).status, received }).toEqual({ status: 502, received: [n] })
      await startAgain(n)
    })

    test('an event arrives while its stream is still open', async () => {
      const stream = await proxy.open('/api/news', { 'Accept-Encoding': 'gzip' })
      await visit('/') // By now, a proxy that buffers the event until the stream ends has ended the stream.
      expect({ event: stream.first, isOpen: stream.isOpen() }).toEqual({
        event: 'data: Schnee im Hof\n\n',
        isOpen: true,
      })
      stream.close()
    })

    test('no page fails while a replica hangs', async () => {
      await receives(1, '/')
      replicas[1]!.signal('SIGSTOP')
      expect(await statuses(60, '/?secret=2', { headers: ofVisitor })).toEqual([200])
      replicas[1]!.signal('SIGCONT')
    })

    test('pages are served while many requests wait for a slow service', async () => {
      const waiting: ServerResponse[] = []
      answer = (_req, res) => waiting.push(res)
      const slow = statuses(300, '/api/slow')
      await vi.waitFor(() => expect(waiting.length).toBeGreaterThanOrEqual(100), 60_000)
      for (let n = 0; n < 50; n++) expect((await visit('/')).status).toBe(200)
      answer = atOnce
      for (const res of waiting) res.end()
      expect(await slow).toEqual([200])
    })
  })
