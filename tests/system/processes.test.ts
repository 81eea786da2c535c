import { once } from 'node:events'
import {
  closeSync,
  cpSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { connect } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import { ask } from '../support/ask.ts'
import { leaveOut } from '../support/needs.ts'
import { type Options, start, stop } from '../support/process.ts'

const fixture = inject('fixture')
const startFixture = (options: Options = {}) =>
  start({ bundle: join(fixture, 'build/server.js'), ...options })

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

/** Until the process no longer wants requests. */
const notReady = (url: string) => until(async () => expect((await ask(`${url}/readyz`)).status).toBe(503))

/** Makes the process fail as a bug would. */
const failsOnSignal = (code: string) => [
  '--import',
  `data:text/javascript,process.on('SIGUSR2', () => { ${code} })`,
]

describe.concurrent('a process', () => {
  test.each(['SIGTERM', 'SIGHUP'] as const)(
    'that gets %s finishes its requests, and ends with 0',
    async signal => {
      const server = await startFixture()
      const slow = await beginRequest(server.port, '/kontakt')
      const idle = await beginRequest(server.port, '/')
      idle.finish() // Its response is sent, and the connection stays open, as proxies keep them.
      await ask(`${server.url}/readyz`)
      server.signal(signal)
      await notReady(server.url)
      expect((await ask(`${server.url}/healthz`)).status).toBe(200)
      slow.finish()
      const response = await slow.response
      expect(response).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
      expect(response).toMatch(/\r\nConnection: close\r\n/)
      expect(response).toContain('</html>')
      expect(await server.ended).toBe(0)
      expect(await idle.response).toContain('</html>')
      expect(server.logs.some(({ msg }) => msg?.includes('cut'))).toBe(false)
      expect(server.logs.at(-1)).toMatchObject({ level: 30, msg: 'ended', code: 0 })
      expect(server.complaints()).toBe('')
    },
  )

  test.each([
    ['SIGTERM', 'SIGTERM'],
    ['SIGTERM', 'SIGINT'],
  ] as const)('that gets %s and then %s ends at once, with 1', async (first, second) => {
    const server = await startFixture({ env: { SHUTDOWN_TIMEOUT: '3600000' } })
    await beginRequest(server.port, '/')
    await ask(server.url)
    server.signal(first)
    await until(() => expect(server.logs.some(({ msg }) => msg?.includes(first))).toBe(true))
    server.signal(second)
    expect(await server.ended).toBe(1)
  })

  test.each([
    ['an uncaught error', `throw new Error('boom')`],
    ['an unhandled rejection', `Promise.reject(new Error('boom'))`],
  ])('logs %s, finishes its requests, and ends with 1', async (_, code) => {
    const server = await startFixture({ args: failsOnSignal(code) })
    const slow = await beginRequest(server.port, '/kontakt')
    await ask(server.url)
    server.signal('SIGUSR2')
    await notReady(server.url)
    slow.finish()
    expect(await slow.response).toContain('</html>')
    expect(await server.ended).toBe(1)
    expect(server.logs.filter(({ level }) => level === 60)).toMatchObject([{ err: { message: 'boom' } }])
    expect(server.complaints()).toContain('Error: boom')
  })

  test('that shuts down logs another error, and finishes its requests all the same', async () => {
    const server = await startFixture({ args: failsOnSignal(`throw new Error('boom')`) })
    const slow = await beginRequest(server.port, '/')
    await ask(server.url)
    server.signal('SIGTERM')
    await notReady(server.url)
    server.signal('SIGUSR2')
    await until(() => expect(server.logs.filter(({ level }) => level === 60)).toHaveLength(1))
    slow.finish()
    expect(await slow.response).toContain('</html>')
    expect(await server.ended).toBe(0)
  })

  test('logs an error with the files and lines of the source', async () => {
    const breakRedirects = `import { ServerResponse } from 'node:http'
      const { writeHead } = ServerResponse.prototype
      ServerResponse.prototype.writeHead = function (status, ...rest) {
        if (status === 308) throw new Error('on purpose')
        return writeHead.call(this, status, ...rest)
      }`
    const args = ['--import', `data:text/javascript,${encodeURIComponent(breakRedirects)}`]
    const server = await startFixture({ args })
    expect((await ask(`${server.url}//`)).status).toBe(500)
    server.signal('SIGINT')
    await server.ended
    const errors = server.logs.filter(({ level }) => level === 50) as { err?: { stack: string } }[]
    expect(errors).toHaveLength(1)
    expect(errors[0]?.err?.stack).toMatch(/server\/response\.ts:\d+:\d+.*server\/app\.ts:\d+:\d+/s)
    expect(errors[0]?.err?.stack).not.toContain('start.js')
  })

  test('sums up each LOG_INTERVAL what it has done', async () => {
    const server = await startFixture({ env: { LOG_INTERVAL: '50' } })
    await ask(server.url)
    await ask(`${server.url}/healthz`)
    const summaries = () => server.logs.filter(({ msg }) => msg === 'summary')
    await until(() => expect(summaries().map(({ requests }) => requests)).toContain(1))
    const number = expect.any(Number)
    expect(summaries()[0]).toMatchObject({ level: 30, errors: 0, delay: number, rss: number, heap: number })
    await stop(server)
  })
})

describe.concurrent('a log', () => {
  test('that cannot be written costs one line on stderr, and no request', linuxOnly(), async () => {
    const full = openSync('/dev/full', 'w')
    const first = await startFixture()
    await stop(first) // Its port is free now: this log cannot say which one was taken.
    const server = await startFixture({ env: { PORT: String(first.port) }, stdout: full })
    closeSync(full)
    const status = () =>
      ask(first.url).then(
        reply => reply.status,
        () => 0,
      )
    await until(async () => expect(await status()).toBe(200))
    await until(() => expect(server.complaints()).toContain('The log cannot be written'))
    for (let i = 0; i < 50; i++) expect((await ask(`${first.url}/nothing`)).status).toBe(404)
    server.signal('SIGTERM')
    expect(await server.ended).toBe(0)
    expect(server.complaints().trim().split('\n')).toHaveLength(1)
  })

  test('whose reader has ended costs one line on stderr, and no request', async () => {
    const server = await startFixture()
    server.stdout?.destroy()
    await until(async () => {
      expect((await ask(server.url)).status).toBe(200)
      expect(server.complaints()).toMatch(/^The log cannot be written, and the site goes on: .*EPIPE.*\n$/)
    })
    server.closeStderr()
    for (let i = 0; i < 20; i++) expect((await ask(server.url)).status).toBe(200)
    server.signal('SIGTERM')
    expect(await server.ended).toBe(0)
  })

  test('whose reader stalls drops lines, and counts them', async () => {
    const server = await startFixture()
    server.stdout?.pause()
    // The path is a part of the line: 2,000 requests make 16 MB of log, of which 8 are kept.
    const path = `/${'a'.repeat(8000)}`
    for (let i = 0; i < 2000; i += 50)
      await Promise.all(Array.from({ length: 50 }, () => ask(server.url + path, { method: 'POST' })))
    server.stdout?.resume()
    await until(async () => {
      await ask(server.url)
      expect(server.logs.find(line => line.dropped)).toMatchObject({ level: 40, dropped: expect.any(Number) })
    })
    await stop(server)
  })
})

describe('a start is refused with one line that says what to do:', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'site-'))
    for (const name of ['build', 'dist']) cpSync(join(fixture, name), join(folder, name), { recursive: true })
  })
  afterEach(() => rmSync(folder, { recursive: true }))
  const edit = (file: string, change: (text: string) => string) =>
    writeFileSync(join(folder, file), change(readFileSync(join(folder, file), 'utf8')))
  const remove = (file: string) => rmSync(join(folder, file), { recursive: true })

  test.each<[what: string, damage: () => void, env: Record<string, string>, reason: RegExp]>([
    ['a variable that cannot be used', () => {}, { PORT: '80a' }, /^PORT=80a .*write/],
    ['no assets.json', () => remove('build/assets.json'), {}, /assets\.json.*npm run build/],
    [
      'half an assets.json',
      () => edit('build/assets.json', json => json.slice(0, 99)),
      {},
      /assets\.json.*npm run build/,
    ],
    ['no start.js', () => remove('build/start.js'), {}, /start\.js.*npm run build/],
    ['no dist/', () => remove('dist'), { SERVE: 'static' }, /dist.*npm run prerender/],
    [
      'a page that is not in dist/',
      () => remove('dist/kontakt.html'),
      { SERVE: 'static' },
      /kontakt.*npm run prerender/,
    ],
    ['no 404.html', () => remove('dist/404.html'), { SERVE: 'static' }, /404\.html.*npm run prerender/],
    [
      'dist/ of another build',
      () => edit('build/assets.json', json => json.replace(/"version":"/, '$&x')),
      { SERVE: 'static' },
      /of build .*, not of .*npm run prerender/,
    ],
    [
      'dist/ of another origin',
      () => {},
      { SERVE: 'static', SITE_ORIGIN: 'https://other.example' },
      /SITE_ORIGIN=https:\/\/other\.example npm run prerender/,
    ],
  ])('%s', async (_, damage, env, reason) => {
    damage()
    const server = await start({ env, bundle: join(folder, 'build/server.js') })
    expect(await server.ended).toBe(1)
    expect(server.logs).toEqual([])
    expect(server.complaints()).toMatch(/^[^\n]+\n$/)
    expect(server.complaints()).toMatch(reason)
  })

  test('a PORT in use', async () => {
    const server = await startFixture()
    const other = await startFixture({ env: { PORT: String(server.port) } })
    expect(await other.ended).toBe(1)
    expect(other.complaints()).toMatch(/^PORT=\d+ is in use: [^\n]+\n$/)
    await stop(server)
  })

  test.each(['live', 'static'])(
    'under the flags of the image nothing but its two folders is needed: %s',
    async SERVE => {
      symlinkSync('.', join(folder, 'release'))
      const [, command = '[]'] =
        /^CMD (\[.*\])$/m.exec(readFileSync(join(import.meta.dirname, '../../Dockerfile'), 'utf8')) ?? []
      const [node, ...args] = JSON.parse(command) as string[]
      expect([node, args]).toEqual(['node', expect.arrayContaining(['--permission'])])
      const server = await start({
        env: { SERVE },
        args: args.slice(0, -1),
        cwd: join(folder, 'release'),
        bundle: 'build/server.js',
      })
      for (const path of ['/', '/kontakt', '/impressum', '/stellen', '/favicon.svg'])
        expect([path, (await ask(server.url + path)).status]).toEqual([path, 200])
      expect((await ask(`${server.url}/nothing`)).status).toBe(404)
      server.signal('SIGINT')
      expect(await server.ended).toBe(0)
      expect(server.complaints()).toBe('')
    },
  )
})

const addresses = Object.values(networkInterfaces()).flatMap(list => list ?? [])
const withoutIPv6 = leaveOut(!addresses.some(({ address }) => address === '::1'), 'the machine has no IPv6')
test('a start at an IPv6 address logs its URL', withoutIPv6, async () => {
  const server = await startFixture({ env: { HOST: '::1' } })
  expect(server.logs.at(-1)?.msg).toBe(`listening on http://[::1]:${server.port}`)
  expect((await fetch(`http://[::1]:${server.port}`)).status).toBe(200)
  await stop(server)
})

function linuxOnly() {
  return leaveOut(process.platform !== 'linux', 'only Linux has /dev/full')
}
