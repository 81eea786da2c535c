// How the log is written, and what a process does if it can't be written, or not fast enough. system/unwritable-log.test.ts
// covers a process whose stdout is closed, full or blocked.
import { once } from 'node:events'
import fs, { mkdtempSync, openSync, readFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { devNull, tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { createLogger } from '../../support/engine.ts'

/** A log on a stdout that fails, drops and writes lines when the test says so. */
function createLog() {
  const lines: Record<string, unknown>[] = []
  const stdout = pino.destination({ dest: devNull, sync: true })
  onTestFinished(() => stdout.destroy())
  vi.spyOn(stdout, 'write').mockImplementation(line => lines.push(JSON.parse(line)) > 0)
  vi.spyOn(pino, 'destination').mockReturnValue(stdout)
  return { ...createLogger('info', {}), stdout, lines }
}

/** A log on a stdout that is a file. */
function createLogFile() {
  const file = join(mkdtempSync(join(tmpdir(), 'log-')), 'stdout')
  const { destination } = pino
  const toFile = vi.spyOn(pino, 'destination').mockImplementation(options => {
    if (typeof options !== 'object') throw new Error('no options')
    return destination({ ...options, dest: openSync(file, 'a') }) // Already open, like stdout.
  })
  const processLog = createLogger('info', {})
  const [stdout] = toFile.mock.results.map(({ value }) => value)
  const text = () => readFileSync(file, 'utf8')
  return { ...processLog, stdout, text }
}

/** The lines on stderr. */
function watchStderr(): string[] {
  const written: string[] = []
  vi.spyOn(fs, 'writeSync').mockImplementation((_, line) => written.push(String(line)))
  syncBuiltinESMExports()
  return written
}
afterEach(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
})

test('a log that fails again after a successful write is reported on stderr again', () => {
  const { stdout } = createLog()
  const stderr = watchStderr()
  stdout.emit('error', new Error('disk full'))
  stdout.emit('error', new Error('disk full'))
  stdout.emit('write')
  stdout.emit('error', new Error('disk full again'))
  expect(stderr).toEqual([
    'Cannot write the log; the site keeps running: disk full\n',
    'Cannot write the log; the site keeps running: disk full again\n',
  ])
})

test('a log that fails doesn’t throw, even if stderr is closed', () => {
  const { stdout } = createLog()
  vi.spyOn(fs, 'writeSync').mockImplementation(() => {
    throw new Error('EBADF')
  })
  syncBuiltinESMExports()
  expect(() => stdout.emit('error', new Error('disk full'))).not.toThrow()
})

test('each warning about dropped lines counts those since the last warning', () => {
  const { stdout, lines, dropped } = createLog()
  for (const burst of [3, 2]) {
    for (let line = 0; line < burst; line++) stdout.emit('drop')
    stdout.emit('write')
    stdout.emit('write')
  }
  const warned = lines.map(({ level, dropped }) => ({ level, dropped }))
  expect({ warned, inAll: dropped() }).toEqual({
    warned: [
      { level: 40, dropped: 3 },
      { level: 40, dropped: 2 },
    ],
    inAll: 5,
  })
})

test('closing a log that fails doesn’t wait', async () => {
  const { stdout, close } = createLog()
  watchStderr()
  vi.spyOn(stdout, 'end').mockReturnValue()
  const closed = close()
  stdout.emit('error', new Error('EPIPE'))
  expect(await closed).toBe(true)
})

test('closing a log gives up after a second if no one reads it', async () => {
  const { stdout, close } = createLog()
  vi.spyOn(stdout, 'end').mockReturnValue()
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const closed = close()
  vi.advanceTimersByTime(1000)
  expect(await closed).toBe(false)
})

test('closing a log waits up to a second for a slow reader', async () => {
  const { stdout, close } = createLog()
  vi.spyOn(stdout, 'end').mockReturnValue()
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const closed = close()
  vi.advanceTimersByTime(999)
  stdout.emit('close')
  expect(await closed).toBe(true)
})

test('lines are flushed in one write within 100 ms, even if the batch isn’t full', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const { log, stdout, close, text } = createLogFile()
  const written = once(stdout, 'write')
  log.info('at once')
  vi.advanceTimersByTime(99)
  log.info('later')
  vi.advanceTimersByTime(1)
  await written
  const messages = text()
    .trim()
    .split('\n')
    .map(line => JSON.parse(line).msg)
  expect(messages).toEqual(['at once', 'later'])
  await close()
})

test('lines are flushed in one write as soon as they reach eight kilobytes', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const { log, stdout, close, text } = createLogFile()
  const written = once(stdout, 'write')
  for (let count = 0; count < 9; count++) log.info('x'.repeat(900)) // Eight lines would be a few bytes short.
  const [bytes] = await written
  await close()
  expect({ lines: text().match(/xxx"/g)?.length, firstWrite: bytes }).toEqual({
    lines: 9,
    firstWrite: text().length,
  })
})

test('up to eight megabytes of unwritten lines are buffered, and further lines are dropped', async () => {
  const { log, dropped, close, text } = createLogFile()
  for (let count = 0; count < 20; count++) log.info('x'.repeat(495_000))
  expect(dropped()).toBe(4)
  const warning = '"dropped":4,"msg":"log lines were dropped: the log could not be written fast enough"}'
  await expect.poll(text).toContain(warning)
  await close()
  expect(text().match(/xxx"/g)).toHaveLength(16)
})

test('a line logged after close is ignored', async () => {
  const { log, close, text } = createLogFile()
  log.info('in time')
  expect(await close()).toBe(true)
  log.info('late')
  expect(text()).toMatch(/"in time"}\n$/)
})
