import { appendFileSync, type FSWatcher, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { buildOnChange } from '../watch.ts'

/** The watchers that development opens, which it never closes: it watches for as long as its process runs. */
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
  const unwatchFile = (name: string) => {
    unwatched.push(name)
    fs.unwatchFile(name)
  }
  return { ...fs, watch: watchAndNote, unwatchFile }
})
afterEach(() => {
  for (const watcher of watchers.splice(0)) watcher.close()
})

let folders: string[]
let file: string
const build = vi.fn<(files: ReadonlySet<string>) => Promise<readonly string[] | undefined>>()
const onEdit = vi.fn<(files: ReadonlySet<string>) => void>()
let settled: ReturnType<typeof buildOnChange>

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  folders = ['client', 'shared'].map(name => mkdtempSync(join(tmpdir(), `${name}-`)))
  const below = join(folders[1] ?? '', 'site')
  file = join(below, 'page.tsx')
  mkdirSync(below)
  writeFileSync(file, 'old')
  build.mockReset()
  build.mockResolvedValue(undefined)
  onEdit.mockReset()
  settled = buildOnChange(folders, { onEdit, build })
  await settled()
})

/** Resolves when development has noticed an edit, and is waiting for the editor to finish. */
async function untilHeard() {
  while (vi.getTimerCount() === 0) await setImmediate()
}

test('development builds 10 ms after an edit of a nested file', async () => {
  writeFileSync(file, 'new')
  await untilHeard()
  await vi.advanceTimersByTimeAsync(9)
  expect(build).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(build).toHaveBeenCalledTimes(2)
})

test('development doesn’t build a file that an editor has emptied and is about to write', async () => {
  const built: string[] = []
  build.mockImplementation(async () => void built.push(readFileSync(file, 'utf8')))
  writeFileSync(file, '')
  await untilHeard()
  await vi.advanceTimersByTimeAsync(9)
  writeFileSync(file, 'new')
  await vi.advanceTimersByTimeAsync(1)
  expect(built).toEqual(['new'])
})

test('an edit during a build is reported immediately, and built afterwards', async () => {
  const first = Promise.withResolvers<undefined>()
  build.mockReturnValueOnce(first.promise)
  writeFileSync(file, 'first')
  await untilHeard()
  await vi.runAllTimersAsync()
  onEdit.mockClear()
  writeFileSync(file, 'second')
  await untilHeard()
  await vi.runAllTimersAsync()
  expect({ edits: onEdit.mock.calls, builds: build.mock.calls.length }).toEqual({
    edits: [[new Set([file])]],
    builds: 2,
  })
  first.resolve(undefined)
  await settled()
  expect(build.mock.calls.slice(1)).toEqual([[new Set([file])], [new Set([file])]])
})

test('two edits during a build are built together afterwards', async () => {
  const first = Promise.withResolvers<undefined>()
  build.mockReturnValueOnce(first.promise)
  const other = join(folders[0] ?? '', 'entry.ts')
  for (const edited of [file, file, other]) {
    writeFileSync(edited, 'new')
    await untilHeard()
    await vi.runAllTimersAsync()
  }
  first.resolve(undefined)
  await settled()
  expect(build.mock.calls.slice(1)).toEqual([[new Set([file])], [new Set([file, other])]])
})

test('the error of a build that rejects is printed, and the next edit is built', async () => {
  const printed = vi.spyOn(console, 'error').mockReturnValue()
  const error = new Error('what nobody expected')
  const failing = Promise.withResolvers<undefined>()
  build.mockReturnValueOnce(failing.promise)
  for (const text of ['first', 'during the build that rejects']) {
    writeFileSync(file, text)
    await untilHeard()
    await vi.runAllTimersAsync()
  }
  failing.reject(error)
  await settled()
  expect({ builds: build.mock.calls.length, printed: printed.mock.calls }).toEqual({
    builds: 3,
    printed: [[error]],
  })
  writeFileSync(file, 'after it')
  await untilHeard()
  await vi.runAllTimersAsync()
  await settled()
  expect(build).toHaveBeenCalledTimes(4)
})

test('settled() waits until an edit is built', async () => {
  const first = Promise.withResolvers<undefined>()
  build.mockReturnValueOnce(first.promise)
  writeFileSync(file, 'new')
  await untilHeard()
  const isSettled = vi.fn()
  const ended = settled().then(isSettled)
  await vi.runAllTimersAsync()
  expect({ builds: build.mock.calls.length, isSettled: isSettled.mock.calls.length }).toEqual({
    builds: 2,
    isSettled: 0,
  })
  first.resolve(undefined)
  await ended
})

test('development watches a file outside of its folders as long as the build depends on it', async () => {
  const elsewhere = join(mkdtempSync(join(tmpdir(), 'elsewhere-')), 'widths.json')
  writeFileSync(elsewhere, 'old')
  build.mockResolvedValueOnce([elsewhere, file]).mockResolvedValueOnce(undefined).mockResolvedValueOnce([])
  for (const edited of [file, elsewhere, elsewhere]) {
    const count = build.mock.calls.length
    // The watcher reads the initial state in the background, and misses edits until then.
    while (vi.getTimerCount() === 0) {
      appendFileSync(edited, 'more')
      await setImmediate()
    }
    await vi.runAllTimersAsync()
    await settled()
    expect(build.mock.calls.slice(count)).toEqual([[new Set([edited])]])
  }
  expect(unwatched).toEqual([elsewhere])
})

test('an error of a watcher is thrown with its folder and what to do', () => {
  const fail = () => watchers[1]?.emit('error', new Error('ENOSPC: too many files are watched'))
  expect(fail).toThrow(
    `${folders[1]} is no longer watched: ENOSPC: too many files are watched. Start npm run dev again`,
  )
})
