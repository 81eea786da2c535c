// When `npm run dev` builds: at its start, and after each edit below the folders that it watches.
import { once } from 'node:events'
import {
  appendFileSync,
  type FSWatcher,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  watch,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { buildOnChange } from '../../../scripts/dev/watch.ts'

/** Those of development, which watches for as long as its process runs. */
const { watchers, unwatched } = vi.hoisted(() => ({
  watchers: [] as FSWatcher[],
  unwatched: [] as string[],
}))
vi.mock('node:fs', async load => {
  const fs = await load<typeof import('node:fs')>()
  const watchAndNote = (folder: string, options?: { recursive: boolean }, onEvent?: () => void) => {
    const watcher = fs.watch(folder, options, onEvent)
    watchers.push(watcher)
    return watcher
  }
  const unwatchFile = (name: string, onEvent: () => void) => {
    unwatched.push(name)
    fs.unwatchFile(name, onEvent)
  }
  return { ...fs, watch: watchAndNote, unwatchFile }
})
afterEach(() => {
  for (const watcher of watchers.splice(0)) watcher.close()
})

let folders: string[]
let file: string
const build = vi.fn<() => Promise<readonly string[] | undefined>>()

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  folders = ['client', 'shared'].map(name => mkdtempSync(join(tmpdir(), `${name}-`)))
  const below = join(folders[1] ?? '', 'site')
  file = join(below, 'page.tsx')
  mkdirSync(below)
  writeFileSync(file, 'old')
  build.mockReset()
  build.mockResolvedValue(undefined)
  const started = buildOnChange(folders, build)
  await vi.runAllTimersAsync()
  await started
})

/** Resolves when development has heard of an edit, and waits for the editor to be done. */
async function untilHeard() {
  while (vi.getTimerCount() === 0) await setImmediate()
}

test('development builds once at its start', () => {
  expect(build).toHaveBeenCalledOnce()
})

test('it builds 10 ms after an edit of a file below its folders', async () => {
  writeFileSync(file, 'new')
  await untilHeard()
  await vi.advanceTimersByTimeAsync(9)
  expect(build).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(build).toHaveBeenCalledTimes(2)
})

test('it builds after an edit in its other folder, too', async () => {
  writeFileSync(join(folders[0] ?? '', 'entry.ts'), 'new')
  await untilHeard()
  await vi.runAllTimersAsync()
  expect(build).toHaveBeenCalledTimes(2)
})

test('it never builds what an editor has emptied and is about to write', async () => {
  const built: string[] = []
  build.mockImplementation(async () => {
    built.push(readFileSync(file, 'utf8'))
    return undefined
  })
  writeFileSync(file, '')
  await untilHeard()
  await vi.advanceTimersByTimeAsync(9)
  writeFileSync(file, 'new')
  await vi.advanceTimersByTimeAsync(1)
  expect(built).toEqual(['new'])
})

test('an edit during a build is built after that, and not at the same time', async () => {
  const first = Promise.withResolvers<undefined>()
  build.mockReturnValueOnce(first.promise)
  writeFileSync(file, 'first')
  await untilHeard()
  await vi.runAllTimersAsync()
  const ours = watch(join(file, '..'))
  const isHeard = once(ours, 'change')
  writeFileSync(file, 'second')
  await isHeard
  ours.close()
  await setImmediate()
  expect({ waiting: vi.getTimerCount(), builds: build.mock.calls.length }).toEqual({ waiting: 0, builds: 2 })
  first.resolve(undefined)
  await untilHeard()
  await vi.runAllTimersAsync()
  expect(build).toHaveBeenCalledTimes(3)
})

test('it builds after an edit of a file elsewhere of which it was made, until it is made of that no more', async () => {
  const elsewhere = join(mkdtempSync(join(tmpdir(), 'elsewhere-')), 'widths.json')
  writeFileSync(elsewhere, 'old')
  build.mockResolvedValueOnce([elsewhere, file]).mockResolvedValueOnce(undefined).mockResolvedValueOnce([])
  for (const edited of [file, elsewhere, elsewhere]) {
    const builds = build.mock.calls.length
    // Its first state is read in the background.
    while (vi.getTimerCount() === 0) {
      appendFileSync(edited, 'more')
      await setImmediate()
    }
    await vi.runAllTimersAsync()
    expect(build).toHaveBeenCalledTimes(builds + 1)
  }
  expect(unwatched).toEqual([elsewhere])
})

test('a folder that the system no longer watches is named, with what to do', () => {
  const fail = () => watchers[1]?.emit('error', new Error('ENOSPC: too many files are watched'))
  expect(fail).toThrow(
    `${folders[1]} is no longer watched, start npm run dev again: ENOSPC: too many files are watched`,
  )
})
