// How an error stands in the log: with the files and lines of the source, and with what has caused it. endpoints.test.ts has
// what else may be thrown.
import fs, { cpSync, mkdtempSync, readFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Express } from 'express'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ask } from '../../support/ask.ts'
import { folder, listen, siteOf } from '../../support/fixture-site.ts'
import { loadSite } from '../../support/load-site.ts'
import { createLogLines } from '../../support/log-lines.ts'

globalThis.isBroken = true

const { log, linesOf } = createLogLines()

/** An error as describeError has described it. */
interface Described {
  message?: string
  code?: unknown
  status?: unknown
  stack?: string
  cause?: Described
}

/** What the log says of the error of an endpoint. */
async function loggedErrorOf(endpoint: () => void): Promise<Described> {
  vi.stubGlobal('testEndpoints', (app: Express) => app.get('/api/fails', endpoint))
  await using server = await listen(await siteOf({ log }))
  const { headers } = await ask(`${server.url}/api/fails`)
  const [line] = await linesOf(headers['x-request-id'])
  return line?.err as Described
}

const messagesOf = ({ message, cause }: Described): unknown[] => [
  message,
  ...(cause ? messagesOf(cause) : []),
]

test('an error has its cause, and the cause of that, five times', async () => {
  const { message, cause } = await loggedErrorOf(() => {
    const causes = ['six', 'five', 'four', 'three', 'two', 'one']
    throw causes.reduce((cause, message) => new Error(message, { cause }), new Error('seven'))
  })
  expect(messagesOf({ message: message ?? '', cause: cause ?? {} })).toEqual([
    ...['one', 'two', 'three', 'four', 'five', 'six'],
  ])
})

test('an error that is its own cause is logged', async () => {
  const error = new Error('round and round')
  error.cause = error
  const logged = await loggedErrorOf(() => {
    throw error
  })
  expect(messagesOf(logged)).toEqual(Array(6).fill('round and round'))
})

test('an error has its code, be it a text or a number', async () => {
  for (const code of ['ECONNREFUSED', 42]) {
    const logged = await loggedErrorOf(() => {
      throw Object.assign(new Error('on purpose'), { code })
    })
    expect(logged.code).toBe(code)
  }
})

test('an error of an SDK has the status that its service gave', async () => {
  const logged = await loggedErrorOf(() => {
    throw Object.assign(new Error('the service is away'), { status: 503 })
  })
  expect({ message: logged.message, status: logged.status }).toEqual({
    message: 'the service is away',
    status: 503,
  })
})

test('an error of the server has the file, the line and the column of the source in its stack', async () => {
  await using server = await listen(await siteOf({ log }))
  const { headers } = await ask(`${server.url}/defekt`)
  const [line] = await linesOf(headers['x-request-id'])
  const { stack = '' } = (line?.err ?? {}) as Described
  const frames = stack.match(/^ {4}at \S.*$/gm)
  expect(frames).toHaveLength(Error.stackTraceLimit)
  const [, file = '', route, column] =
    /^ {4}at \S+ \((shared\/[^:()]+):(\d+):(\d+)\)$/.exec(frames?.[0] ?? '') ?? []
  expect(file).toBe('shared/site/pages/broken.tsx')
  const lines = readFileSync(join(folder, file), 'utf8').split('\n')
  expect(lines[Number(route) - 1]?.slice(Number(column) - 1)).toMatch(/^new Error\('the page is broken'/)
  expect(stack).not.toMatch(/program\.js|file:|\.\.\//)
})

test('it has them, too, where the site is in a folder whose name has spaces and brackets', async () => {
  const copy = join(mkdtempSync(join(tmpdir(), 'errors-test-')), 'my site (new)')
  cpSync(folder, copy, { recursive: true })
  const site = await loadSite(copy)
  await using server = await site.listen(await site.siteOf({ log }))
  const { headers } = await ask(`${server.url}/defekt`)
  const [line] = await linesOf(headers['x-request-id'])
  const { stack = '' } = (line?.err ?? {}) as Described
  expect(stack).toMatch(/^Error: .*\n {4}at \S+ \(shared\/\S+\.tsx:\d+:\d+\)$/m)
  expect(stack).not.toMatch(/program\.js|file:|\.\.\//)
})

test('the source map, which is large, is read for the first error alone', async () => {
  const fails = () => {
    throw new Error('on purpose')
  }
  await loggedErrorOf(fails)
  const read = vi.spyOn(fs, 'readFileSync')
  syncBuiltinESMExports()
  onTestFinished(() => {
    read.mockRestore()
    syncBuiltinESMExports()
  })
  await loggedErrorOf(fails)
  const maps = read.mock.calls.map(([file]) => String(file)).filter(file => file.endsWith('.map'))
  expect(maps).toEqual([])
})

test('a line of a stack that is of another file than the bundle stays as it is', async () => {
  let stack: string | undefined
  const fail = () => {
    const error = new Error('on purpose')
    stack ??= String(error.stack).replaceAll('program.js', 'library.js') // React calls a component that fails once more.
    throw Object.assign(error, { stack })
  }
  vi.stubGlobal('suspendedPart', fail)
  await using server = await listen(await siteOf({ log }))
  const { headers } = await ask(`${server.url}/stimmen`)
  const [line] = await linesOf(headers['x-request-id'])
  expect(stack).toMatch(/library\.js:\d+:\d+/)
  expect(line).toMatchObject({ err: { stack } })
})
