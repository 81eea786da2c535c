// A signal terminates npm, but not the command that npm runs, so `npm start` exits once npm has exited.
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test, vi } from 'vitest'
import { runNode } from '../support/copy-project.ts'
import { root } from '../support/folders.ts'

const endWithNpm = join(root, 'scripts/end-with-npm.mjs')

test('a command gets one SIGTERM within half a second of npm’s exit, and none before', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const parent = vi.spyOn(process, 'ppid', 'get').mockReturnValue(1000)
  const kill = vi.spyOn(process, 'kill').mockReturnValue(true)
  await import(pathToFileURL(endWithNpm).href)
  vi.advanceTimersByTime(10_000)
  expect(kill.mock.calls).toEqual([])
  parent.mockReturnValue(1)
  vi.advanceTimersByTime(500)
  const soon = [...kill.mock.calls]
  vi.advanceTimersByTime(10_000)
  expect({ soon, inAll: kill.mock.calls }).toEqual({
    soon: [[process.pid, 'SIGTERM']],
    inAll: [[process.pid, 'SIGTERM']],
  })
})

test('a command that is done exits while npm is still running', async () => {
  const args = ['--import', pathToFileURL(endWithNpm).href, '-e', '']
  expect(await runNode(tmpdir(), args)).toEqual({ code: 0, output: '' })
})
