// What a process says of a log that cannot be written, or not fast enough. system/unwritable-log.test.ts has a process whose
// stdout is closed, full or blocked.
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { devNull } from 'node:os'
import { pino } from 'pino'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { createLogger } from '../../server/logger.ts'

/** A log on a stdout that fails, drops and writes lines when the test says so. */
function createLog() {
  const lines: Record<string, unknown>[] = []
  const stdout = pino.destination({ dest: devNull, sync: true })
  onTestFinished(() => stdout.destroy())
  vi.spyOn(stdout, 'write').mockImplementation(line => lines.push(JSON.parse(line)) > 0)
  vi.spyOn(pino, 'destination').mockReturnValue(stdout)
  return { ...createLogger('info', {}), stdout, lines }
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

test('a log that fails again after lines were written is said again on stderr', () => {
  const { stdout } = createLog()
  const stderr = watchStderr()
  stdout.emit('error', new Error('disk full'))
  stdout.emit('error', new Error('disk full'))
  stdout.emit('write')
  stdout.emit('error', new Error('disk full again'))
  expect(stderr).toEqual([
    'The log cannot be written, and the site goes on: disk full\n',
    'The log cannot be written, and the site goes on: disk full again\n',
  ])
})

test('each warning of dropped lines counts those since the one before', () => {
  const { stdout, lines, dropped } = createLog()
  for (const burst of [3, 2]) {
    for (let line = 0; line < burst; line++) stdout.emit('drop')
    stdout.emit('write')
    stdout.emit('write')
  }
  expect({ warned: lines.map(line => line.dropped), inAll: dropped() }).toEqual({ warned: [3, 2], inAll: 5 })
})
