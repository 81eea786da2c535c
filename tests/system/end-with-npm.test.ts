// A signal terminates npm, but not the command that npm runs, so `npm start` exits once npm has exited.
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { runNode } from '../support/copy-project.ts'
import { root } from '../support/folders.ts'

const endWithNpm = join(root, 'scripts/end-with-npm.mjs')
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const before = SIGNALS.map(signal => process.listeners(signal))
  onTestFinished(() => {
    for (const [i, signal] of SIGNALS.entries())
      for (const listener of process.listeners(signal))
        if (!before[i]?.includes(listener)) process.off(signal, listener)
  })
})

let count = 0
/** Runs the script once more in this process. Its parent's id is 1000 until `end` is called. */
async function begin() {
  const parent = vi.spyOn(process, 'ppid', 'get').mockReturnValue(1000)
  const kill = vi.spyOn(process, 'kill').mockReturnValue(true)
  await import(`${pathToFileURL(endWithNpm)}?${count++}`)
  return { kill, end: () => parent.mockReturnValue(1) }
}

test('a command gets one SIGTERM within half a second of npm’s exit, and none before', async () => {
  const { kill, end } = await begin()
  vi.advanceTimersByTime(10_000)
  expect(kill.mock.calls).toEqual([])
  end()
  vi.advanceTimersByTime(500)
  const soon = [...kill.mock.calls]
  vi.advanceTimersByTime(10_000)
  expect({ soon, inAll: kill.mock.calls }).toEqual({
    soon: [[process.pid, 'SIGTERM']],
    inAll: [[process.pid, 'SIGTERM']],
  })
})

test.each(SIGNALS)('a command that gets %s together with npm gets no second signal', async signal => {
  const { kill, end } = await begin()
  process.on(signal, () => {}) // The server shuts down gracefully.
  process.emit(signal)
  end()
  vi.advanceTimersByTime(10_000)
  expect(kill.mock.calls).toEqual([])
})

test('a signal ends a command that has no listener for it, such as a build', async () => {
  const { kill } = await begin()
  process.emit('SIGTERM')
  expect(kill.mock.calls).toEqual([[process.pid, 'SIGTERM']])
})

test('a command that is done exits while npm is still running', async () => {
  const args = ['--import', pathToFileURL(endWithNpm).href, '-e', '']
  expect(await runNode(tmpdir(), args)).toEqual({ code: 0, output: '' })
})
