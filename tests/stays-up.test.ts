import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { ask, send } from './support/ask.ts'
import { start, stop } from './support/process.ts'
import { freePort } from './support/server.ts'
import { rows } from './support/table.ts'

const MB = 1_000_000
const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`

/** Makes a process collect its garbage, and say in its log how many bytes it holds. */
const tellsWhatItHolds = [
  '--expose-gc',
  '--import',
  `data:text/javascript,${encodeURIComponent(`process.on('SIGUSR2', () => {
    gc()
    const { heapUsed, external } = process.memoryUsage()
    console.log(JSON.stringify({ held: heapUsed + external }))
  })`)}`,
]

type Process = Awaited<ReturnType<typeof start>>

async function held(server: Process): Promise<number> {
  const before = server.logs.length
  server.signal('SIGUSR2')
  for (;;) {
    const line = server.logs.slice(before).find(log => 'held' in log)
    if (line) return Number(line.held)
    await ask(`${server.url}/healthz`)
  }
}

/** The most memory that a process has had so far, in bytes; only Linux tells. */
function peak({ pid }: Process): number {
  const [, kib = '0'] = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kib) * 1024
}

/** A connection that sends and reads nothing. */
async function unread(port: number, bytes: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').pause()
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(bytes)
  return socket
}

test.each([
  ['live', 10, 100 * MB],
  ['live', 200, 300 * MB],
  ['static', 10, 100 * MB],
  ['static', 200, 300 * MB],
] as const)(
  '%s, %i connections that send 2,000 requests each and read nothing do not stop the site, nor keep its memory',
  async (SERVE, count, allowed) => {
    const server = await start({ env: { SERVE }, args: tellsWhatItHolds })
    await ask(server.url)
    const [calm, calmPeak] = [await held(server), peak(server)]
    const bytes = get('/').repeat(2000)
    const sockets = await Promise.all(Array.from({ length: count }, () => unread(server.port, bytes)))
    expect((await ask(`${server.url}/healthz`)).status).toBe(200)
    expect(peak(server) - calmPeak).toBeLessThan(allowed)
    for (const socket of sockets) socket.destroy()
    expect((await ask(server.url)).status).toBe(200)
    await expect.poll(() => held(server), { timeout: 20_000 }).toBeLessThan(calm + 20 * MB)
    await stop(server)
  },
)

test('a client that sends each request one response ahead gets every response, in order', async () => {
  const server = await start()
  const paths = Array.from({ length: 8 }, (_, i) => rows[i % rows.length]?.path ?? '/')
  const socket = connect(server.port, '127.0.0.1')
  let said = ''
  let next = 2
  socket.setEncoding('utf8').on('data', text => {
    said += text
    for (const whole = said.split('</html>').length + 1; next < Math.min(whole, paths.length); next++)
      socket.write(get(paths[next] ?? '/'))
  })
  socket.write(paths.slice(0, 2).map(get).join(''))
  await expect.poll(() => said.match(/<\/html>/g)?.length).toBe(8)
  const canonical = [...said.matchAll(/<link rel="canonical" href="https?:\/\/[^/"]+([^"]*)"/g)]
  expect(canonical.map(([, path]) => path || '/')).toEqual(paths)
  socket.destroy()
  await stop(server)
})

test('a second waiting request cuts the connection before any is answered, in one line of the log', async () => {
  const server = await start()
  expect(await send(server.port, get('/').repeat(17))).toBe('')
  await ask(server.url)
  const lines = () => server.logs.filter(({ status }) => status !== undefined)
  await expect.poll(lines).toMatchObject([{ level: 30, status: 503, code: 'PIPELINED' }, { status: 200 }])
  await stop(server)
})

test('300 connections that send 17 requests each keep no probe waiting: none of their pages is rendered', async () => {
  const server = await start()
  const bytes = get('/').repeat(17)
  const crowd = Array.from({ length: 300 }, () => send(server.port, bytes))
  expect((await ask(`${server.url}/healthz`)).status).toBe(200)
  expect(new Set(await Promise.all(crowd))).toEqual(new Set(['']))
  await expect.poll(() => server.logs.filter(({ code }) => code === 'PIPELINED')).toHaveLength(300)
  expect(server.logs.filter(({ path }) => path)).toEqual([])
  await stop(server)
})

test('a log that cannot be written costs one line on stderr, and no request', async () => {
  const full = openSync('/dev/full', 'w')
  const port = await freePort()
  const server = await start({ env: { PORT: String(port) }, stdout: full })
  closeSync(full)
  await expect
    .poll(() =>
      ask(`http://127.0.0.1:${port}`).then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(200)
  await expect.poll(() => server.complaints()).toContain('The log cannot be written')
  for (let i = 0; i < 200; i++) expect((await ask(`http://127.0.0.1:${port}/healthz`)).status).toBe(200)
  server.signal('SIGTERM')
  expect(await server.ended).toBe(0)
  expect(server.complaints().trim().split('\n')).toHaveLength(1)
})

test('a log whose reader has ended costs one line on stderr, and no request', async () => {
  const server = await start()
  server.stdout?.destroy()
  await expect
    .poll(async () => {
      expect((await ask(server.url)).status).toBe(200)
      return server.complaints()
    })
    .toMatch(/^The log cannot be written, and the site goes on: .*EPIPE.*\n$/)
  server.signal('SIGTERM')
  expect(await server.ended).toBe(0)
})

test('a log whose reader stalls keeps 8 MB of lines, drops the others, and counts them', async () => {
  const server = await start()
  const before = peak(server)
  server.stdout?.pause()
  // The path is a part of the line: 3,000 requests make 24 MB of log.
  const path = `/${'a'.repeat(8000)}`
  for (let i = 0; i < 3000; i += 50)
    await Promise.all(Array.from({ length: 50 }, () => ask(server.url + path, { method: 'POST' })))
  expect(peak(server) - before).toBeLessThan(150 * MB)
  server.stdout?.resume()
  await expect
    .poll(async () => {
      await ask(server.url)
      return server.logs.find(({ dropped }) => dropped)
    })
    .toMatchObject({ level: 40, dropped: expect.any(Number) })
  await stop(server)
})

test('a process whose stderr is gone, too, goes on', async () => {
  const server = await start()
  server.stdout?.destroy()
  server.closeStderr()
  for (let i = 0; i < 20; i++) expect((await ask(server.url)).status).toBe(200)
  server.signal('SIGTERM')
  expect(await server.ended).toBe(0)
})
