import { appendFileSync, type FSWatcher, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { buildOnChange } from '../watch.ts'

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
  build.mockImplementation(async () => void built.push(readFileSync(file, 'utf8')))
  writeFileSync(file, '')
  await untilHeard()
  await vi.advanceTimersByTimeAsync(9)
  writeFileSync(file, 'new')
  await vi.advanceTimersByTimeAsync(1)
  expect(built).toEqual(['new'])
})

test('an edit is told at once, also during a build, and built after that', async () => {
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

test('two edits during one build are both built after it', async () => {
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

test('a build that rejects is printed, and the next edit is built', async () => {
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

test('who asks after an edit waits until it is built', async () => {
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

test('it builds after an edit of a file elsewhere of which it was made, until it is made of that no more', async () => {
  const elsewhere = join(mkdtempSync(join(tmpdir(), 'elsewhere-')), 'widths.json')
  writeFileSync(elsewhere, 'old')
  build.mockResolvedValueOnce([elsewhere, file]).mockResolvedValueOnce(undefined).mockResolvedValueOnce([])
  for (const edited of [file, elsewhere, elsewhere]) {
    const count = build.mock.calls.length
    // Its first state is read in the background.
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

test('a folder that the system no longer watches is named, with what to do', () => {
  const fail = () => watchers[1]?.emit('error', new Error('ENOSPC: too many files are watched'))
  expect(fail).toThrow(
    `${folders[1]} is no longer watched: ENOSPC: too many files are watched. Start npm run dev again`,
  )
})
