import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { connect as connectHttp2 } from 'node:http2'
import { Agent, request } from 'node:https'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { connect } from 'node:tls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pages } from '../shared/pages.ts'
import { ask } from './support/ask.ts'
import { needs } from './support/needs.ts'
import { start, stop } from './support/process.ts'
import { HOST, type ProxyName, proxies, startNameServer, startProxy } from './support/proxies.ts'
import { security } from './support/server.ts'

const path = Object.values(pages).at(-1)?.path ?? '/'

/** In milliseconds: after which the proxies give up a replica that says nothing, and a client that does not finish its headers. */
const REPLICA_TIMEOUT = 3000

/** In milliseconds: how long nginx leaves a replica alone that did not respond, fail_timeout in deploy/nginx.conf. */
const FAIL_TIMEOUT = 10_000
const HEADER_TIMEOUT = 10_000

/** In milliseconds: what a visitor of the load does between two requests. */
const THINKING = 5

/** What no proxy can save: it has begun to pass on a response when its replica fails. A page that is not compressed leaves in one piece. */
const CUT = 'the response ended too early'

for (const program of proxies)
  describe(`${program} in front of three replicas`, needs(program, 'openssl'), () => inFront(program))

function inFront(program: ProxyName) {
  const names = new Map<string, string>()
  const agent = new Agent({ keepAlive: true, rejectUnauthorized: false, servername: HOST })
  let nameServer: Awaited<ReturnType<typeof startNameServer>>
  let replicas: Awaited<ReturnType<typeof start>>[]
  let proxy: Awaited<ReturnType<typeof startProxy>>
  let trickle: Promise<number>

  /** Starts a replica at an address of its own; the name server is told when it listens. */
  async function startReplica(n: number, net: number, port = 0) {
    const address = `127.0.${net}.${n + 1}`
    const env = { HOST: address, PORT: String(port), TRUST_PROXY: 'true' }
    const replica = await start({ env, args: withEndpoints })
    names.set(`site-${n + 1}`, address)
    return replica
  }

  const visit = async (target: string, headers = {}) => {
    const url = `https://127.0.0.1:${proxy.tls}${target}`
    const req = request(url, { agent, headers: { Host: HOST, ...headers } }).end()
    const [res] = (await once(req, 'response')) as [IncomingMessage]
    const body = await text(res).catch(() => {
      throw new Error(CUT)
    })
    if (res.statusCode !== 200 || body.length === 0)
      throw new Error(`${res.statusCode}, ${body.length} bytes`)
    return res
  }

  beforeAll(async () => {
    nameServer = await startNameServer(names)
    replicas = await Promise.all([0, 1, 2].map(n => startReplica(n, 1)))
    proxy = await startProxy(
      program,
      replicas.map(({ port }) => port),
      nameServer.port,
    )
    let up = false
    while (!up) {
      proxy.check()
      up = await visit('/readyz').then(Boolean, () => false)
    }
    trickle = trickleHeaders(proxy.tls)
  })
  afterAll(async () => {
    agent.destroy()
    await proxy?.stop()
    await Promise.all(replicas?.map(stop) ?? [])
    nameServer?.stop()
  })

  test('serves the site over HTTP/2, with the headers of the site', async () => {
    expect(await overHttp2(proxy.tls)).toMatchObject({ ':status': 200, ...lowerCase(security) })
    const { headers } = await visit('/', { 'X-Request-Id': 'made-up-by-a-visitor' })
    // The replicas take the proxy's id over, and nobody takes the visitor's.
    expect(headers['x-request-id']).toMatch(program === 'nginx' ? /^[\da-f]{32}$/ : /^[\da-f-]{36}$/)
    if (program === 'caddy') expect(headers).not.toHaveProperty('server') // nginx cannot leave it out.
  })

  test('sends who comes by http to https', async () => {
    const url = `http://127.0.0.1:${proxy.plain}${path}?a=1`
    const { status, headers } = await ask(url, { headers: { Host: HOST } })
    expect(status).toBe(308)
    expect(headers.location).toBe(`https://${HOST}${path}?a=1`)
  })

  test.runIf(program === 'nginx')('answers the challenges of a certificate authority', async () => {
    const challenges = join(proxy.folder, 'acme/.well-known/acme-challenge')
    mkdirSync(challenges, { recursive: true })
    writeFileSync(join(challenges, 'token'), 'proof')
    const url = `http://127.0.0.1:${proxy.plain}/.well-known/acme-challenge/token`
    const { status, body } = await ask(url, { headers: { Host: HOST } })
    expect([status, String(body)]).toEqual([200, 'proof'])
  })

  test('refuses who asks for another name', async () => {
    await expect(visit('/', { Host: 'other.example.com' })).rejects.toThrow(/^421/)
    const stranger = connect({
      port: proxy.tls,
      host: '127.0.0.1',
      servername: 'other.example.com',
      rejectUnauthorized: false,
    })
    const [error] = await once(stranger, 'error')
    expect(error.code).toMatch(/^ERR_SSL_/)
  })

  test('lets an endpoint read a form and think, and never asks it twice', { timeout: 60_000 }, async () => {
    const send = async (method: string, target: string, size: number) => {
      const url = `https://127.0.0.1:${proxy.tls}${target}`
      const req = request(url, { method, agent, headers: { Host: HOST, 'Content-Length': size } })
      req.on('error', () => {}) // A body that is too large may be refused while it is sent.
      req.end('x'.repeat(size))
      const [res] = (await once(req, 'response')) as [IncomingMessage]
      return [res.statusCode, await text(res)]
    }
    const wait = `?wait=${REPLICA_TIMEOUT + 2000}`
    const [posted, got, toPage, broken, brokenPage, large] = await Promise.all([
      send('POST', `/api/form${wait}`, 100_000),
      send('GET', `/api/report${wait}`, 0),
      send('POST', `${path}${wait}`, 10_000),
      send('GET', '/api/broken?break', 0),
      send('POST', `${path}?break`, 10),
      send('POST', '/api/large', 1_100_000),
    ])
    const answered = [posted, got, toPage].map(response => response.join())
    expect(answered).toEqual(['200,100000', '200,0', '200,10000'])
    expect([broken[0], brokenPage[0]]).toEqual([502, 502])
    expect(program === 'nginx' ? [413] : [413, 502]).toContain(large[0]) // Caddy 2.6 says 502.
    const asked = () =>
      replicas.flatMap(({ logs }) =>
        logs.flatMap(({ asked }) => (asked === '/api/large' ? [] : (asked ?? []))),
      )
    const all = [`/api/form${wait}`, `/api/report${wait}`, path + wait, '/api/broken?break', `${path}?break`]
    await expect.poll(() => asked().sort()).toEqual(all.sort())
  })

  test('lets nobody wait for a replica that hangs, once that is known', { timeout: 120_000 }, async () => {
    const load = steadyLoad(8, () => visit(path, { 'Accept-Encoding': 'br' }))
    await load.more(50)
    const hung = replicas[1]!
    hung.signal('SIGSTOP')
    await load.waits(3, REPLICA_TIMEOUT * 0.8)
    const known = await load.round()
    const since = performance.now()
    await load.more(400)
    const elapsed = performance.now() - since
    const { failed, times } = await load.stop()
    const before = hung.logs.length
    hung.signal('SIGCONT')
    expect(failed.filter(reason => reason !== CUT)).toEqual([])
    expect(Math.max(...times)).toBeLessThan(REPLICA_TIMEOUT * 2)
    // nginx has no active checks in its free version: it asks a hung replica again from time to time, for one visitor.
    const allowed = program === 'nginx' ? Math.ceil(elapsed / FAIL_TIMEOUT) : 0
    const waited = times.slice(known).filter(time => time >= REPLICA_TIMEOUT / 2)
    expect(waited.length).toBeLessThanOrEqual(allowed)

    const asked = () => hung.logs.slice(before).some(({ path: logged }) => logged === '/')
    await expect.poll(() => visit('/').then(asked), { timeout: 60_000, interval: 100 }).toBe(true)
  })

  test('loses no request while all restart, one after the other, and one is killed', {
    timeout: 60_000,
  }, async () => {
    const load = steadyLoad(4, () => visit(path, { 'Accept-Encoding': 'identity' }))
    for (const [n, old] of replicas.entries()) {
      await load.more(50)
      old.signal('SIGTERM')
      expect(await old.ended).toBe(0)
      // nginx asks for the address each time it is needed, and finds the replica where it is now.
      replicas[n] = await startReplica(n, program === 'nginx' ? 2 : 1, old.port)
    }
    await load.more(50)
    replicas[0]!.signal('SIGKILL')
    await load.more(200)
    const { failed, times } = await load.stop()
    expect(failed).toEqual([])
    expect(times.length).toBeGreaterThan(400)
  })

  test('loads a changed file while it runs', async () => {
    if (program === 'nginx')
      proxy.change('proxy_pass http://site;', 'proxy_pass http://site; add_header Changed yes;')
    else proxy.change('header -Server', 'header -Server\n\theader Changed yes')
    await expect.poll(async () => (await visit('/')).headers.changed).toBe('yes')
  })

  test('cuts a client that never finishes its headers', async () => {
    expect(await trickle).toBeLessThan(2 * HEADER_TIMEOUT)
  })
}

/** Gives a replica endpoints: they say in its log that they were asked, and wait or break as their query wants it. */
const withEndpoints = [
  '--import',
  `data:text/javascript,${encodeURIComponent(`
    import { Server } from 'node:http'
    const { emit } = Server.prototype
    Server.prototype.emit = function (event, req, res) {
      if (event !== 'request' || !(req.url.startsWith('/api/') || req.method === 'POST'))
        return emit.apply(this, arguments)
      console.log(JSON.stringify({ asked: req.url }))
      const query = new URL(req.url, 'http://a').searchParams
      let size = 0
      req.on('data', piece => (size += piece.length))
      req.on('end', () => {
        if (query.has('break')) return req.socket.destroy()
        setTimeout(() => res.end(String(size)), Number(query.get('wait') ?? 0))
      })
      return true
    }`)}`,
]

const lowerCase = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

/** Visitors who come again and again, until they are stopped. */
function steadyLoad(visitors: number, visit: () => Promise<unknown>) {
  const failed: string[] = []
  const times: number[] = []
  const underWay = new Set<Promise<void>>()
  let running = true
  let heard = () => {}
  const one = async () => {
    const begin = performance.now()
    await visit().catch(error => failed.push(error.message))
    times.push(performance.now() - begin)
    heard()
  }
  const visitor = async () => {
    while (running) {
      const visit = one()
      underWay.add(visit)
      await visit
      underWay.delete(visit)
      await delay(THINKING)
    }
  }
  const all = Promise.all(Array.from({ length: visitors }, visitor))
  const until = (condition: () => boolean) =>
    new Promise<void>(resolve => {
      heard = () => condition() && resolve()
    })
  return {
    /** Resolves after that many more visits. */
    more: (count: number) => {
      const enough = times.length + count
      return until(() => times.length >= enough)
    },
    /** Resolves when so many visits took longer than that, in milliseconds. */
    waits: (count: number, ms: number) => until(() => times.filter(time => time > ms).length >= count),
    /** Resolves when what is under way now is done, to the number of visits until then. */
    round: async () => {
      await Promise.all(underWay)
      return times.length
    },
    /** Resolves to what went wrong, and how long each visit took, in milliseconds. */
    stop: async () => {
      running = false
      await all
      return { failed, times }
    },
  }
}

async function overHttp2(port: number) {
  const session = connectHttp2(`https://127.0.0.1:${port}`, { rejectUnauthorized: false, servername: HOST })
  const stream = session.request({ ':path': '/', ':authority': HOST })
  const [headers] = await once(stream, 'response')
  stream.resume()
  await once(stream, 'end')
  session.close()
  return headers
}

/** Sends a byte of a header every half second, and resolves to the milliseconds after which the connection is closed. */
async function trickleHeaders(port: number): Promise<number> {
  const begin = performance.now()
  const socket = connect({ port, host: '127.0.0.1', servername: HOST, rejectUnauthorized: false })
  socket.on('error', () => {}) // A reset is one way to close.
  socket.write(`GET / HTTP/1.1\r\nHost: ${HOST}\r\nCookie: `)
  const drip = setInterval(() => socket.write('a'), 500)
  socket.resume()
  await once(socket, 'close')
  clearInterval(drip)
  return performance.now() - begin
}
