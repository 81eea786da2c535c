// How errors are logged: with source files and lines, and with their causes. endpoints.test.ts covers other thrown values.
import fs, { cpSync, mkdtempSync, readFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Express } from 'express'
import { expect, onTestFinished, test, vi } from 'vitest'
import { folder, listen, siteOf } from '../../support/fixture-site.ts'
import { request } from '../../support/http.ts'
import { loadSite } from '../../support/load-site.ts'
import { createLogLines } from '../../support/log-lines.ts'

globalThis.isBroken = true

const { log, linesOf } = createLogLines()

/** An error as describeError has described it. */
interface Described {
  message?: string
  stack?: string
  cause?: Described
}

/** The logged form of an endpoint's error. */
async function loggedErrorOf(endpoint: () => void): Promise<Described> {
  vi.stubGlobal('testEndpoints', (app: Express) => app.get('/api/fails', endpoint))
  await using server = await listen(await siteOf({ log }))
  const { headers } = await request(`${server.url}/api/fails`)
  const [line] = await linesOf(headers['x-request-id'])
  return line?.err as Described
}

const messagesOf = ({ message, cause }: Described): unknown[] => [
  message,
  ...(cause ? messagesOf(cause) : []),
]

test('an error is logged with up to five nested causes', async () => {
  const { message, cause } = await loggedErrorOf(() => {
    const causes = ['six', 'five', 'four', 'three', 'two', 'one']
    throw causes.reduce((cause, message) => new Error(message, { cause }), new Error('seven'))
  })
  expect(messagesOf({ message: message ?? '', cause: cause ?? {} })).toEqual([
    ...['one', 'two', 'three', 'four', 'five', 'six'],
  ])
})

test('a stack has the file, line and column in the source', async () => {
  await using server = await listen(await siteOf({ log }))
  const { headers } = await request(`${server.url}/defekt`)
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

test('a stack has source locations even if the site’s folder has spaces and brackets in its name', async () => {
  const copy = join(mkdtempSync(join(tmpdir(), 'errors-test-')), 'my site (new)')
  cpSync(folder, copy, { recursive: true })
  const site = await loadSite(copy)
  await using server = await site.listen(await site.siteOf({ log }))
  const { headers } = await request(`${server.url}/defekt`)
  const [line] = await linesOf(headers['x-request-id'])
  const { stack = '' } = (line?.err ?? {}) as Described
  expect(stack).toMatch(/^Error: .*\n {4}at \S+ \(shared\/\S+\.tsx:\d+:\d+\)$/m)
  expect(stack).not.toMatch(/program\.js|file:|\.\.\//)
})

test('the source map, which is large, is read only for the first error', async () => {
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

test('stack lines from files other than the bundle stay unchanged', async () => {
  let stack: string | undefined
  const fail = () => {
    const error = new Error('on purpose')
    stack ??= String(error.stack).replaceAll('program.js', 'library.js') // React calls a component that fails a second time.
    throw Object.assign(error, { stack })
  }
  vi.stubGlobal('suspendedPart', fail)
  await using server = await listen(await siteOf({ log }))
  const { headers } = await request(`${server.url}/stimmen`)
  const [line] = await linesOf(headers['x-request-id'])
  expect(stack).toMatch(/library\.js:\d+:\d+/)
  expect(line).toMatchObject({ err: { stack } })
})
