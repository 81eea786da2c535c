import { once } from 'node:events'
import { chmodSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { connect } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ask } from './support/ask.ts'
import { leaveOut } from './support/needs.ts'
import { start, stop } from './support/process.ts'
import { build, dist, root } from './support/server.ts'
import { other, rows } from './support/table.ts'

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`

/** A request that is under way: its last byte is sent when the test says so. */
async function underWay(port: number, request: string) {
  const socket = connect(port, '127.0.0.1')
  socket.write(request.slice(0, -1))
  await once(socket, 'connect')
  const response = text(socket)
  response.catch(() => {})
  return { finish: () => socket.write(request.slice(-1)), response }
}

/** Makes the process fail as a bug would. */
const failsOn = (code: string) => [
  '--import',
  `data:text/javascript,process.on('SIGUSR2', () => { ${code} })`,
]

describe.concurrent('a process', () => {
  test.each(['SIGTERM', 'SIGHUP'] as const)(
    'that gets %s says so, finishes what it has begun, and ends with 0',
    async signal => {
      const server = await start()
      const slow = await underWay(server.port, get(other.path))
      const kept = await underWay(server.port, get('/'))
      kept.finish() // A connection whose response is out that stays open, as proxies keep them.
      await ask(`${server.url}/readyz`)
      server.signal(signal)
      let ready = 200
      while (ready === 200) ready = (await ask(`${server.url}/readyz`)).status
      expect(ready).toBe(503)
      expect((await ask(`${server.url}/healthz`)).status).toBe(200)
      slow.finish()
      const response = await slow.response
      expect(response).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
      expect(response).toMatch(/\r\nConnection: close\r\n/)
      expect(response).toContain('</html>')
      expect(await server.ended).toBe(0)
      expect(await kept.response).toContain('</html>')
      expect(server.logs.some(({ msg }) => msg?.includes('cut'))).toBe(false)
      expect(server.logs.at(-1)).toMatchObject({ level: 30, msg: 'ended', code: 0 })
    },
  )

  test('does not wait longer than SHUTDOWN_TIMEOUT for a client that never finishes', async () => {
    const server = await start({ env: { SHUTDOWN_TIMEOUT: '300' } })
    await underWay(server.port, get('/'))
    await ask(server.url)
    server.signal('SIGTERM')
    expect(await server.ended).toBe(0)
    expect(server.logs.slice(-2)).toMatchObject([
      { msg: expect.stringContaining('cut') },
      { level: 30, msg: 'ended' },
    ])
  })

  test.each([
    ['SIGTERM', 'SIGTERM'],
    ['SIGINT', 'SIGINT'],
    ['SIGTERM', 'SIGINT'],
  ] as const)('that gets %s and then %s ends at once', async (first, second) => {
    const server = await start({ env: { SHUTDOWN_TIMEOUT: '3600000' } })
    await underWay(server.port, get('/'))
    await ask(server.url)
    server.signal(first)
    while (!server.logs.some(({ msg }) => msg?.includes(first)))
      await ask(`${server.url}/healthz`).catch(() => {})
    server.signal(second)
    expect(await server.ended).toBe(1) // With what is under way, which would have ended it with 0.
  })

  test.each([
    ['an error that nobody caught', `throw new Error('boom')`],
    ['a rejection that nobody handled', `Promise.reject(new Error('boom'))`],
  ])('logs %s, finishes what it has begun, and ends with 1', async (_, code) => {
    const server = await start({ args: failsOn(code) })
    const slow = await underWay(server.port, get(other.path))
    await ask(server.url)
    server.signal('SIGUSR2')
    let ready = 200
    while (ready === 200) ready = (await ask(`${server.url}/readyz`)).status
    slow.finish()
    expect(await slow.response).toContain('</html>')
    expect(await server.ended).toBe(1)
    const fatal = server.logs.filter(({ level }) => level === 60)
    expect(fatal).toMatchObject([{ err: { message: 'boom' } }])
    expect(server.complaints()).toContain('Error: boom')
  })

  test.each(['SIGTERM', 'SIGUSR2'] as const)(
    'that is ending because of %s logs another error, and finishes what it has begun all the same',
    async signal => {
      const server = await start({ args: failsOn(`throw new Error('boom')`) })
      const slow = await underWay(server.port, get('/'))
      await ask(server.url)
      server.signal(signal)
      let ready = 200
      while (ready === 200) ready = (await ask(`${server.url}/readyz`)).status
      server.signal('SIGUSR2')
      const fatal = () => server.logs.filter(({ level }) => level === 60).length
      const expected = signal === 'SIGTERM' ? 1 : 2
      while (fatal() < expected) await ask(`${server.url}/healthz`).catch(() => {})
      slow.finish()
      expect(await slow.response).toContain('</html>')
      expect(await server.ended).toBe(signal === 'SIGTERM' ? 0 : 1)
    },
  )

  test('keeps idle connections longer than nginx and AWS ALB do, which is 60 seconds', async () => {
    const server = await start()
    expect((await ask(server.url, { headers: { Connection: 'keep-alive' } })).headers['keep-alive']).toBe(
      'timeout=75',
    )
    await stop(server)
  })
})

test.each([
  ['https://www.example.com', 1],
  ['https://acme.test', 0],
])('a start with SITE_ORIGIN=%s warns %i times that it is a placeholder', async (SITE_ORIGIN, times) => {
  const server = await start({ env: { SITE_ORIGIN } })
  expect(server.logs.filter(({ msg }) => msg?.includes('placeholder'))).toHaveLength(times)
  await stop(server)
})

describe.concurrent('a variable that cannot be used stops the process before it listens, with one line:', () => {
  test.each([
    ['PORT', '80a', 'a number from 0'],
    ['PORT', '65536', 'a number from 0'],
    ['HOST', 'not a host', 'an address'],
    ['SITE_ORIGIN', 'example.com', 'https://www.example.com'],
    ['SITE_ORIGIN', 'https://example.com/path', 'without a path'],
    ['SITE_ORIGIN', 'https://example.com:443', 'default port'],
    ['SITE_ORIGIN', 'https://a"b', 'punycode'],
    ['SITE_ORIGIN', 'https://łódź.example', 'punycode'],
    ['SERVE', 'dead', 'live or static'],
    ['TRUST_PROXY', 'yes', 'true or false'],
    ['TRUST_PROXY', 'constructor', 'true or false'],
    ['HSTS', 'true', 'off, host, subdomains, preload'],
    ['LOG_LEVEL', 'loud', 'fatal, error'],
    ['KEEP_ALIVE_TIMEOUT', '75s', 'milliseconds'],
    ['SHUTDOWN_TIMEOUT', '-1', 'milliseconds'],
    ['LOG_INTERVAL', '1m', 'milliseconds'],
  ])('%s=%s', async (name, value, cure) => {
    const server = await start({ env: { [name]: value } })
    expect(await server.ended).toBe(1)
    expect(server.logs).toEqual([])
    expect(server.complaints()).toMatch(/^[^\n]+\n$/)
    expect(server.complaints()).toContain(`${name}=${value}`)
    expect(server.complaints()).toContain(cure)
  })

  test('a PORT in use', async () => {
    const server = await start()
    const other = await start({ env: { PORT: String(server.port) } })
    expect(await other.ended).toBe(1)
    expect(other.complaints()).toMatch(/^PORT=\d+ is in use: [^\n]+\n$/)
    await stop(server)
  })
})

describe('what the image and the unit start', () => {
  let folder: string
  /** A release, and a link to it, through which it is started. */
  const link = () => join(folder, 'site')
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'site-'))
    for (const part of [build, dist])
      cpSync(part, join(folder, 'releases/1', basename(part)), { recursive: true })
    symlinkSync('releases/1', link())
  })
  afterEach(() => rmSync(folder, { recursive: true }))
  const startLinked = (env: Record<string, string>) =>
    start({ env, args: permission(), cwd: link(), bundle: 'build/server.js' })

  test.each(['live', 'static'])(
    'needs nothing but its own two folders, only reads them, and only while it starts: %s',
    async SERVE => {
      const server = await startLinked({ SERVE })
      rmSync(join(folder, 'releases'), { recursive: true })
      for (const { path } of rows) expect((await ask(server.url + path)).status).toBe(200)
      expect((await ask(`${server.url}/favicon.svg`)).status).toBe(200)
      expect((await ask(`${server.url}/nothing`)).status).toBe(404)
      server.signal('SIGINT')
      expect(await server.ended).toBe(0)
      expect(server.complaints()).toBe('')
    },
  )

  test("uses V8's compile cache, also where it cannot be written", async () => {
    for (const name of readdirSync(join(folder, 'releases/1/build/compiled'), { recursive: true }))
      chmodSync(join(folder, 'releases/1/build/compiled', String(name)), 0o555)
    const server = await startLinked({ NODE_DEBUG_NATIVE: 'COMPILE_CACHE' })
    server.signal('SIGINT')
    expect(await server.ended).toBe(0)
    expect(server.complaints()).toMatch(/start\.js was accepted/)
  })
})

const addresses = Object.values(networkInterfaces()).flatMap(
  list => list?.map(({ address }) => address) ?? [],
)
const withoutIPv6 = leaveOut(!addresses.includes('::1'), 'the machine has no IPv6')
test('a start at an IPv6 address says its URL', withoutIPv6, async () => {
  const server = await start({ env: { HOST: '::1' } })
  expect(server.logs.at(-1)?.msg).toBe(`listening on http://[::1]:${server.port}`)
  expect((await fetch(`http://[::1]:${server.port}`)).status).toBe(200)
  await stop(server)
})

test('a line sums up how the process fares, each time that LOG_INTERVAL has passed', async () => {
  const server = await start({ env: { LOG_INTERVAL: '50' } })
  await ask(server.url)
  await ask(`${server.url}/healthz`)
  const summaries = () => server.logs.filter(({ msg }) => msg === 'summary')
  await expect.poll(() => summaries().some(({ requests }) => requests === 1)).toBe(true)
  expect(summaries()[0]).toMatchObject({
    level: 30,
    errors: 0,
    delay: expect.any(Number),
    rss: expect.any(Number),
    heap: expect.any(Number),
  })
  await stop(server)
  const quiet = await start({ env: { LOG_INTERVAL: '0' } })
  quiet.signal('SIGINT')
  await quiet.ended
  expect(quiet.logs.filter(({ msg }) => msg === 'summary')).toEqual([])
})

/** What the container gives to Node. */
function permission(): string[] {
  const [, command = '[]'] = /^CMD (\[.*\])$/m.exec(readFileSync(join(root, 'Dockerfile'), 'utf8')) ?? []
  const [node, ...args] = (JSON.parse(command) as string[]).slice(0, -1)
  expect(node).toBe('node')
  expect(args).toContain('--permission')
  return args
}
