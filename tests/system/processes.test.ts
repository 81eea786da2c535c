import { once } from 'node:events'
import { closeSync, cpSync, mkdtempSync, openSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import { ask } from '../support/ask.ts'
import { editFile } from '../support/copy-project.ts'
import { leaveOut } from '../support/needs.ts'
import { holdPort, LOOPBACK } from '../support/ports.ts'
import { lingersUntilSignal, type Options, runBefore, start } from '../support/process.ts'

const fixture = inject('fixture')
const startFixture = (options?: Options) => start(fixture, options)
type Server = Awaited<ReturnType<typeof start>>

/** A request whose last byte is sent later. */
async function beginRequest(port: number, path: string) {
  const socket = connect(port, '127.0.0.1')
  socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r`)
  await once(socket, 'connect')
  const response = text(socket)
  response.catch(() => {})
  return { finish: () => socket.write('\n'), response }
}

/** Waits for an assertion to hold. Not expect.poll, which fails in tests that run at the same time. */
const until = (assertion: () => unknown) => vi.waitFor(assertion, { timeout: 60_000, interval: 20 })

const untilLogged = ({ logs }: Server, message: string) =>
  until(() => expect(logs.map(({ msg }) => msg)).toContainEqual(expect.stringContaining(message)))

describe.concurrent('a process', () => {
  test.each(['SIGTERM', 'SIGHUP'] as const)(
    'that gets %s finishes its requests, and ends with 0',
    async signal => {
      const server = await startFixture({ args: lingersUntilSignal })
      const slow = await beginRequest(server.port, '/kontakt')
      const idle = await beginRequest(server.port, '/')
      idle.finish() // Its response is sent, and the connection stays open, as proxies keep them.
      await ask(`${server.url}/readyz`)
      server.signal(signal)
      await until(async () => expect((await ask(`${server.url}/readyz`)).status).toBe(503))
      expect((await ask(`${server.url}/healthz`)).status).toBe(200)
      server.signal('SIGUSR2')
      slow.finish()
      const response = await slow.response
      expect(response).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
      expect(response).toMatch(/\r\nConnection: close\r\n/)
      expect(response).toContain('</html>')
      expect(await server.ended).toBe(0)
      expect(await idle.response).toContain('</html>')
      expect(server.logs.some(({ msg }) => msg?.includes('cut'))).toBe(false)
      expect(server.logs.at(-1)).toMatchObject({ level: 30, msg: 'ended', code: 0 })
      const times = server.logs.map(({ time }) => String(time))
      expect(times).toEqual(times.map(time => new Date(time).toISOString()).sort())
      expect(new Set(times).size).toBeGreaterThan(1)
      expect(server.written.stderr).toBe('')
    },
  )

  test.each(['SIGTERM', 'SIGINT'] as const)(
    'that cuts an event stream after %s has a line of it in the log',
    async signal => {
      const server = await startFixture({ env: { SHUTDOWN_TIMEOUT: '10' } })
      const req = get(`${server.url}/api/news`, { agent: false })
      const [res] = (await once(req, 'response')) as [IncomingMessage]
      res.on('error', () => {}).resume()
      server.signal(signal)
      expect(await server.ended).toBe(0)
      const lines = server.logs.filter(({ path }) => path === '/api/news')
      expect(lines).toEqual([expect.objectContaining({ level: 30, status: 200, method: 'GET' })])
    },
  )

  test.each(['SIGTERM', 'SIGINT'] as const)('that gets SIGTERM, then %s, ends at once', async second => {
    const server = await startFixture({ env: { SHUTDOWN_TIMEOUT: '3600000' } })
    await beginRequest(server.port, '/')
    await ask(server.url)
    server.signal('SIGTERM')
    await untilLogged(server, 'SIGTERM')
    server.signal(second)
    expect(await server.ended).toBe(1)
  })

  test.each([
    ['an uncaught error', 1, `throw new Error('boom')`],
    ['an unhandled rejection', 1, `Promise.reject(new Error('boom'))`],
    ['an error during its shutdown', 0, `throw new Error('boom')`],
  ])('logs %s, finishes its requests, and ends with %i', async (_, expected, code) => {
    const server = await startFixture({ args: runBefore(`process.on('SIGUSR2', () => { ${code} })`) })
    const slow = await beginRequest(server.port, '/kontakt')
    await ask(server.url)
    if (expected === 0) {
      server.signal('SIGTERM')
      await untilLogged(server, 'SIGTERM')
    }
    server.signal('SIGUSR2')
    await untilLogged(server, 'uncaught error')
    slow.finish()
    expect(await slow.response).toContain('</html>')
    expect(await server.ended).toBe(expected)
    expect(server.logs.filter(({ level }) => level === 60)).toMatchObject([{ err: { message: 'boom' } }])
    expect(server.written.stderr).toContain('Error: boom')
  })

  test('logs an error with the files and lines of the source', async () => {
    const breakRefusals = runBefore(`
      import { ServerResponse } from 'node:http'
      const { writeHead } = ServerResponse.prototype
      ServerResponse.prototype.writeHead = function (status, ...rest) {
        if (status === 405) throw new Error('on purpose')
        return writeHead.call(this, status, ...rest)
      }`)
    const server = await startFixture({ args: breakRefusals })
    expect((await ask(server.url, { method: 'POST' })).status).toBe(500)
    server.signal('SIGINT')
    await server.ended
    const errors = server.logs.filter(({ level }) => level === 50) as { err?: { stack: string } }[]
    expect(errors).toHaveLength(1)
    expect(errors[0]?.err?.stack).toMatch(/server\/http\/app\.ts:\d+:\d+/)
    expect(errors[0]?.err?.stack).not.toContain('start.js')
  })
})

describe.concurrent('a log', () => {
  /** Until the server has complained of its log, and all its responses are right; then it ends. */
  async function goesOn(server: Server, url: string) {
    const isServed = async () => expect((await ask(url)).status).toBe(200)
    await until(async () => {
      await isServed()
      expect(server.written.stderr).not.toBe('')
    })
    for (let i = 0; i < 50; i++) await isServed()
    server.signal('SIGTERM')
    expect(await server.ended).toBe(0)
  }
  const oneLine = (reason: string) =>
    new RegExp(`^The log cannot be written, and the site goes on: .*${reason}.*\n$`)

  const linuxOnly = leaveOut(process.platform !== 'linux', 'only Linux has /dev/full')
  test('that cannot be written costs one line on stderr, and no request', linuxOnly, async () => {
    const PORT = String(await holdPort())
    const full = openSync('/dev/full', 'w')
    const server = await startFixture({ env: { HOST: LOOPBACK, PORT }, stdout: full })
    closeSync(full)
    await goesOn(server, `http://${LOOPBACK}:${PORT}`)
    expect(server.written.stderr).toMatch(oneLine('ENOSPC'))
  })

  test('whose reader has ended costs one line on stderr, and no request', async () => {
    const server = await startFixture()
    server.child.stdout?.destroy()
    await goesOn(server, server.url)
    expect(server.written.stderr).toMatch(oneLine('EPIPE'))
  })

  test('whose reader has ended costs no request where nobody reads stderr either', async () => {
    const server = await startFixture()
    server.child.stdout?.destroy()
    server.child.stderr?.destroy()
    for (let i = 0; i < 50; i++) expect((await ask(server.url)).status).toBe(200)
    server.signal('SIGTERM')
    expect(await server.ended).toBe(0)
  })

  test('whose reader stalls drops lines, and counts them', async () => {
    const server = await startFixture()
    server.child.stdout?.pause()
    // The path is a part of the line: 1,000 requests make 15 MB of log, of which 8 are kept.
    const url = `${server.url}/${'a'.repeat(15_000)}`
    for (let i = 0; i < 1000; i += 50) await Promise.all(Array.from({ length: 50 }, () => ask(url)))
    server.child.stdout?.resume()
    await until(async () => {
      await ask(server.url)
      expect(server.logs.find(line => line.dropped)).toMatchObject({ level: 40, dropped: expect.any(Number) })
    })
  })
})

/** What a start is refused with: one line that says what to do, and nothing in the log. */
const refusal = (reason: RegExp) => new RegExp(`^ended with 1: .*${reason.source}.*\n$`)

describe('a copy of build/ and dist/', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'site-'))
    for (const name of ['build', 'dist']) cpSync(join(fixture, name), join(folder, name), { recursive: true })
  })
  afterEach(() => rmSync(folder, { recursive: true }))
  const edit = (file: string, from: string | RegExp, to: string) => editFile(folder, file, from, to)
  const remove = (file: string) => rmSync(join(folder, file), { recursive: true })

  const record = 'dist/.build.json'

  test.each<[what: string, damage: () => void, reason: RegExp]>([
    ['no manifest.json', () => remove('build/manifest.json'), /manifest\.json.*npm run build/],
    ['half an manifest.json', () => edit('build/manifest.json', /,.*/s, ''), /manifest\.json.*npm run build/],
    ['no start.js', () => remove('build/start.js'), /start\.js.*npm run build/],
    ['no dist/', () => remove('dist'), /dist.*npm run prerender/],
    ['a page that is not in dist/', () => remove('dist/kontakt.html'), /kontakt.*npm run prerender/],
    ['no 404.html', () => remove('dist/404.html'), /404\.html.*npm run prerender/],
    ['dist/ of another build', () => edit(record, '"version":"', '"version":"x'), /of build .*prerender/],
    ['dist/ of another origin', () => edit(record, '"origin":"', '"origin":"x'), /of SITE_.*prerender/],
  ])('is not started with %s', async (_, damage, reason) => {
    damage()
    const starting = start(folder, { env: { SERVE: 'static' } })
    await expect(starting).rejects.toThrow(refusal(reason))
  })

  test.each(['live', 'static'])('runs under the flags of the image: %s', async SERVE => {
    symlinkSync('.', join(folder, 'release'))
    const [, command = '[]'] =
      /^CMD (\[.*\])$/m.exec(readFileSync(join(import.meta.dirname, '../../Dockerfile'), 'utf8')) ?? []
    const [node, ...args] = JSON.parse(command) as string[]
    expect([node, args]).toEqual(['node', expect.arrayContaining(['--permission'])])
    const cwd = join(folder, 'release')
    const server = await start('.', { env: { SERVE }, args: args.slice(0, -1), cwd })
    for (const path of ['/', '/kontakt', '/impressum', '/stellen', '/favicon.svg'])
      expect([path, (await ask(server.url + path)).status]).toEqual([path, 200])
    expect((await ask(`${server.url}/nothing`)).status).toBe(404)
    server.signal('SIGINT')
    expect(await server.ended).toBe(0)
    expect(server.written.stderr).toBe('')
  })
})

test('a start is refused where PORT cannot be used, or is in use', async () => {
  await expect(startFixture({ env: { PORT: '80a' } })).rejects.toThrow(refusal(/PORT=80a .*write/))
  const { port } = await startFixture()
  await expect(startFixture({ env: { PORT: `${port}` } })).rejects.toThrow(refusal(/PORT=\d+ is in use:/))
})

const addresses = Object.values(networkInterfaces()).flatMap(list => list ?? [])
const withoutIPv6 = leaveOut(!addresses.some(({ address }) => address === '::1'), 'the machine has no IPv6')
test('a start at an IPv6 address logs its URL', withoutIPv6, async () => {
  const { port, logs } = await startFixture({ env: { HOST: '::1' } })
  expect(logs.at(-1)?.msg).toBe(`listening on http://[::1]:${port}`)
})
