import { get } from 'node:http'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { readAssets } from '../server/assets.ts'
import type { Render } from '../server/render.tsx'
import { ask, headersOf, send } from './support/ask.ts'
import { type LogLine, start } from './support/process.ts'
import { build, listen, siteUnderTest } from './support/server.ts'
import { other } from './support/table.ts'

/** The lines of requests that a process logged, after all of them got their response and it has ended. */
async function logged(env: Record<string, string>, visit: (url: string, port: number) => Promise<unknown>) {
  const server = await start({ env })
  await visit(server.url, server.port)
  server.signal('SIGINT')
  expect(await server.ended).toBe(0)
  return server.logs.filter(({ status }) => status !== undefined)
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

describe.concurrent('the log', () => {
  test('has one line a request, and nothing in it that tells of the visitor', async () => {
    const headers = {
      'User-Agent': 'Spyglass/1.0',
      'X-Forwarded-For': '192.0.2.7',
      Referer: 'https://from.example/',
    }
    const ids: unknown[] = []
    const lines = await logged({}, async url => {
      for (const path of [`${other.path}?q=secret`, '/favicon.svg', '/nothing', other.path.toUpperCase()])
        ids.push((await ask(url + path, { headers })).headers['x-request-id'])
      ids.push((await ask(url, { method: 'HEAD' })).headers['x-request-id'])
    })
    const line = (method: string, path: string, status: number) => ({
      level: 30,
      build: readAssets(build).version,
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      method,
      path,
      status,
      bytes: expect.any(Number),
      ms: expect.any(Number),
      id: expect.stringMatching(uuid),
    })
    expect(lines).toEqual([
      line('GET', other.path, 200),
      line('GET', '/favicon.svg', 200),
      line('GET', '/nothing', 404),
      line('GET', other.path.toUpperCase(), 308),
      line('HEAD', '/', 200),
    ])
    expect(lines.map(({ id }) => id)).toEqual(ids)
    expect(JSON.stringify(lines)).not.toMatch(/Spyglass|192\.0\.2|127\.0\.0|from\.example|secret/)
  })

  test('counts the bytes that were sent', async () => {
    let bytes = 0
    const lines = await logged({}, async (_url, port) => {
      bytes = (await send(port, 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')).length
    })
    expect(lines[0]?.bytes).toBe(bytes)
  })

  test('leaves health checks out', async () => {
    const lines = await logged({}, async url => {
      await ask(`${url}/healthz`)
      await ask(`${url}/readyz`)
    })
    expect(lines).toEqual([])
  })

  test('has a line for what the parser refuses, under the id of the response', async () => {
    let id: string | undefined
    const lines = await logged({}, async (_url, port) => {
      id = headersOf(await send(port, 'GET / HTTP/1.1\r\nbad\r\n\r\n'))['x-request-id']
    })
    expect(lines).toMatchObject([{ status: 400, code: expect.stringContaining('HPE_'), id }])
  })

  test('is as quiet as LOG_LEVEL wants it', async () => {
    expect(await logged({ LOG_LEVEL: 'info' }, url => ask(url))).toHaveLength(1)
    const quiet = await listen(
      await siteUnderTest({ log: pino({ level: 'warn' }, { write: expect.unreachable }) }),
    )
    expect((await ask(quiet.url)).status).toBe(200)
    await quiet.close()
  })

  test.each([
    ['a proxy that is trusted', 'true', 'from-the-proxy.1', 'from-the-proxy.1'],
    ['a stranger', 'false', 'from-the-proxy.1', uuid],
    ['a proxy that is trusted, if it is too short', 'true', 'short', uuid],
    ['a proxy that is trusted, if it is too long', 'true', 'x'.repeat(129), uuid],
    ['a proxy that is trusted, if it is not fit for a log', 'true', '{"evil": "yes"}', uuid],
  ])('takes the id of %s', async (_, TRUST_PROXY, given, expected) => {
    let answered: unknown
    const lines = await logged({ TRUST_PROXY }, async url => {
      answered = (await ask(url, { headers: { 'X-Request-Id': given } })).headers['x-request-id']
    })
    expect(answered).toEqual(expect.stringMatching(expected))
    expect(lines).toMatchObject([{ id: answered }])
  })
})

test('a visitor who leaves before the response is a 499 in the log', async () => {
  const lines: LogLine[] = []
  const written = Promise.withResolvers<void>()
  const write = (line: string) => {
    lines.push(JSON.parse(line))
    written.resolve()
  }
  const asked = Promise.withResolvers<void>()
  const render: Render = (_page, signal) => {
    asked.resolve()
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  }
  const server = await listen(await siteUnderTest({ render, log: pino({}, { write }) }))
  const request = get(server.url, { agent: false }).on('error', () => {})
  await asked.promise
  request.destroy()
  await written.promise
  await server.close()
  expect(lines).toMatchObject([{ status: 499, path: '/' }])
})

test('the stack of an error names the files and lines of the source', async () => {
  const breakRedirects = `import { ServerResponse } from 'node:http'
    const { writeHead } = ServerResponse.prototype
    ServerResponse.prototype.writeHead = function (status, ...rest) {
      if (status === 308) throw new Error('on purpose')
      return writeHead.call(this, status, ...rest)
    }`
  const server = await start({
    args: ['--import', `data:text/javascript,${encodeURIComponent(breakRedirects)}`],
  })
  expect((await ask(`${server.url}//`)).status).toBe(500)
  server.signal('SIGINT')
  await server.ended
  const errors = server.logs.filter(({ level }) => level === 50) as { err?: { stack: string } }[]
  expect(errors).toHaveLength(1)
  expect(errors[0]?.err?.stack).toMatch(/server\/response\.ts:\d+:\d+.*server\/app\.ts:\d+:\d+/s)
  expect(errors[0]?.err?.stack).not.toContain('start.js')
})
