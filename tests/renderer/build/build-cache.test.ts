// What a build keeps for the next one, in node_modules/.cache, and when that is removed. system/build-cache.test.ts has when it
// is used again.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { cached, developmentFolder, sweepCache } from '../../../scripts/lib/build-cache.ts'
import { isRunning } from '../../../scripts/lib/is-running.ts'
import { launch } from '../../support/process.ts'

/** The module with a file system that renames as a test says. The query makes it another module than that of the other tests. */
const withRename = '../../../scripts/lib/build-cache.ts?rename'
const rename = vi.fn<(from: string, to: string) => Promise<void>>()
vi.doMock('node:fs/promises', async original => ({ ...(await original<object>()), rename }))
const { cached: cachedWithRename }: typeof import('../../../scripts/lib/build-cache.ts') = await import(
  withRename
)
vi.doUnmock('node:fs/promises')
const ofNextEngine = '../../../scripts/lib/build-cache.ts?next-engine'

describe('when a build has ended,', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'cache-test-'))
  })

  const DAY = 24 * 3600
  const daysAgo = (days: number) => Date.now() / 1000 - days * DAY
  const setDaysUnused = (name: string, days: number) =>
    utimesSync(join(folder, name), daysAgo(days), daysAgo(days))

  test('what no build has used for 30 days is removed, and what one has used is not', async () => {
    const make = async () => Buffer.from('made')
    await cached(['used'], make, folder)
    const [used = ''] = readdirSync(folder)
    setDaysUnused(used, 31)
    await cached(['used'], make, folder)
    expect(statSync(join(folder, used)).mtimeMs / 1000).toBeGreaterThan(daysAgo(1))
    for (const [name, days] of Object.entries({ recent: 29, old: 31 })) {
      writeFileSync(join(folder, name), '')
      setDaysUnused(name, days)
    }
    for (const [name, days] of Object.entries({ 'vite-recent': 29, 'vite-old': 31 })) {
      mkdirSync(join(folder, name))
      setDaysUnused(name, days)
    }
    await sweepCache(folder)
    expect(readdirSync(folder).sort()).toEqual([used, 'recent', 'vite-recent'].sort())
  })

  test('the folder of a development server that was killed is removed, and that of one that runs is not', async () => {
    for (const pid of [123, 124]) {
      const own = developmentFolder(pid, folder)
      mkdirSync(own)
      writeFileSync(join(own, 'program.js'), '')
    }
    mkdirSync(join(folder, 'of-somebody-else'))
    await sweepCache(folder, pid => pid === 124)
    expect(readdirSync(folder).sort()).toEqual(['dev-124', 'of-somebody-else'])
  })

  test('what was made of two inputs is not taken for what is made of two others with the same letters', async () => {
    const make = (inputs: string[]) => cached(inputs, async () => Buffer.from(inputs.join('+')), folder)
    await make(['icon', '16'])
    expect(String(await make(['ico', 'n16']))).toBe('ico+n16')
  })

  test('two builds that make the same at once both have it', async () => {
    const make = () => cached(['a page', folder], async () => Buffer.from('whole'), folder)
    expect((await Promise.all([make(), make()])).map(String)).toEqual(['whole', 'whole'])
  })

  test('a file that another build reads at the same time, and Windows does not replace, is no error', async () => {
    rename.mockImplementationOnce(async (_, file) => {
      writeFileSync(file, 'a page')
      throw Object.assign(new Error('EPERM: operation not permitted, rename'), { code: 'EPERM' })
    })
    const make = async () => Buffer.from('a page')
    expect(String(await cachedWithRename(['a page'], make, folder))).toBe('a page')
    expect(readdirSync(folder)).toHaveLength(1)
  })

  test('a file that cannot be kept is one', async () => {
    rename.mockRejectedValueOnce(new Error('EIO: i/o error, rename'))
    await expect(cachedWithRename(['a page'], async () => Buffer.from('a page'), folder)).rejects.toThrow(
      'EIO',
    )
  })

  test('what another version of Node has made is made anew, as another zlib may compress it to other bytes', async () => {
    const make = (text: string) => cached(['a page'], async () => Buffer.from(text), folder)
    await make('by this one')
    const own = Object.getOwnPropertyDescriptor(process, 'version') ?? {}
    onTestFinished(() => void Object.defineProperty(process, 'version', own))
    Object.defineProperty(process, 'version', { ...own, value: 'v99.0.0' })
    expect(String(await make('by the next one'))).toBe('by the next one')
  })

  test('what another version of the engine has made is made anew, as its code may draw another icon', async () => {
    await cached(['an icon'], async () => Buffer.from('by this one'), folder)
    vi.doMock('../../../server/version.ts', () => ({ ENGINE_VERSION: '99.0.0' }))
    onTestFinished(() => void vi.doUnmock('../../../server/version.ts'))
    const next: typeof import('../../../scripts/lib/build-cache.ts') = await import(ofNextEngine)
    const made = await next.cached(['an icon'], async () => Buffer.from('by the next one'), folder)
    expect(String(made)).toBe('by the next one')
  })

  test('what another build sweeps at the same time is no error', async () => {
    const own = developmentFolder(123, folder)
    mkdirSync(own)
    for (const name of ['a', 'old']) {
      writeFileSync(join(folder, name), '')
      setDaysUnused(name, 31)
    }
    const sweepBoth = () => {
      for (const path of [own, join(folder, 'a'), join(folder, 'old')])
        rmSync(path, { recursive: true, force: true })
      return false
    }
    await sweepCache(folder, sweepBoth)
    expect(readdirSync(folder)).toEqual([])
  })

  test('a cache that does not exist yet is swept without an error', async () => {
    await expect(sweepCache(join(folder, 'none'))).resolves.toBeUndefined()
  })
})

test('a process is known to run, and one that has ended is not', async () => {
  const child = launch(process.execPath, ['-e', ''], {})
  const pid = child.child.pid ?? 0
  await child.ended
  expect({ this: isRunning(process.pid), ended: isRunning(pid) }).toEqual({ this: true, ended: false })
})

test('a process of another user is known to run', () => {
  vi.spyOn(process, 'kill').mockImplementation(() => {
    throw Object.assign(new Error('kill EPERM'), { code: 'EPERM' })
  })
  expect(isRunning(1)).toBe(true)
})
