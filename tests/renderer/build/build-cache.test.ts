// What a build caches for the next one in node_modules/.cache, and when that's removed. system/build-cache.test.ts
// covers when it's reused.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { cached, developmentFolder, sweepCache } from '../../../scripts/lib/build-cache.ts'
import { isRunning } from '../../../scripts/lib/is-running.ts'
import { launch } from '../../support/process.ts'

/** The module with a mocked rename. The query makes it a separate instance from the other tests' module. */
const withRename = '../../../scripts/lib/build-cache.ts?rename'
const rename = vi.fn<(from: string, to: string) => Promise<void>>()
vi.doMock('node:fs/promises', async original => ({ ...(await original<object>()), rename }))
const { cached: cachedWithRename }: typeof import('../../../scripts/lib/build-cache.ts') = await import(
  withRename
)
vi.doUnmock('node:fs/promises')
const ofNextEngine = '../../../scripts/lib/build-cache.ts?next-engine'

describe('the build cache', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'cache-test-'))
  })

  const DAY = 24 * 3600
  const daysAgo = (days: number) => Date.now() / 1000 - days * DAY
  const setDaysUnused = (name: string, days: number) =>
    utimesSync(join(folder, name), daysAgo(days), daysAgo(days))

  test('removes entries that no build has used for 30 days, and keeps used ones', async () => {
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

  test('removes the folder of a killed development server, and keeps a running one’s', async () => {
    for (const pid of [123, 124]) {
      const own = developmentFolder(pid, folder)
      mkdirSync(own)
      writeFileSync(join(own, 'program.js'), '')
    }
    mkdirSync(join(folder, 'of-somebody-else'))
    await sweepCache(folder, pid => pid === 124)
    expect(readdirSync(folder).sort()).toEqual(['dev-124', 'of-somebody-else'])
  })

  test('tells apart inputs that are equal when joined', async () => {
    const make = (inputs: string[]) => cached(inputs, async () => Buffer.from(inputs.join('+')), folder)
    await make(['icon', '16'])
    expect(String(await make(['ico', 'n16']))).toBe('ico+n16')
  })

  test('lets two builds make the same entry at the same time', async () => {
    const make = () => cached(['a page', folder], async () => Buffer.from('whole'), folder)
    expect((await Promise.all([make(), make()])).map(String)).toEqual(['whole', 'whole'])
  })

  test('tolerates a rename that Windows refuses because another build is reading the file', async () => {
    rename.mockImplementationOnce(async (_, file) => {
      writeFileSync(file, 'a page')
      throw Object.assign(new Error('EPERM: operation not permitted, rename'), { code: 'EPERM' })
    })
    const make = async () => Buffer.from('a page')
    expect(String(await cachedWithRename(['a page'], make, folder))).toBe('a page')
    expect(readdirSync(folder)).toHaveLength(1)
  })

  test('reports a file that can’t be written', async () => {
    rename.mockRejectedValueOnce(new Error('EIO: i/o error, rename'))
    await expect(cachedWithRename(['a page'], async () => Buffer.from('a page'), folder)).rejects.toThrow(
      'EIO',
    )
  })

  test('recreates entries from another Node version, because its zlib may compress differently', async () => {
    const make = (text: string) => cached(['a page'], async () => Buffer.from(text), folder)
    await make('by this one')
    const own = Object.getOwnPropertyDescriptor(process, 'version') ?? {}
    onTestFinished(() => void Object.defineProperty(process, 'version', own))
    Object.defineProperty(process, 'version', { ...own, value: 'v99.0.0' })
    expect(String(await make('by the next one'))).toBe('by the next one')
  })

  test('recreates entries from another engine version, because its code may differ', async () => {
    await cached(['an icon'], async () => Buffer.from('by this one'), folder)
    vi.doMock('../../../server/version.ts', () => ({ ENGINE_VERSION: '99.0.0' }))
    onTestFinished(() => void vi.doUnmock('../../../server/version.ts'))
    const next: typeof import('../../../scripts/lib/build-cache.ts') = await import(ofNextEngine)
    const made = await next.cached(['an icon'], async () => Buffer.from('by the next one'), folder)
    expect(String(made)).toBe('by the next one')
  })

  test('tolerates another build sweeping it at the same time', async () => {
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

  test('sweeps a folder that doesn’t exist yet without an error', async () => {
    await expect(sweepCache(join(folder, 'none'))).resolves.toBeUndefined()
  })
})

test('isRunning tells a running process from one that has ended', async () => {
  const child = launch(process.execPath, ['-e', ''], {})
  const pid = child.child.pid ?? 0
  await child.ended
  expect({ this: isRunning(process.pid), ended: isRunning(pid) }).toEqual({ this: true, ended: false })
})

test('isRunning recognizes a process of another user', () => {
  vi.spyOn(process, 'kill').mockImplementation(() => {
    throw Object.assign(new Error('kill EPERM'), { code: 'EPERM' })
  })
  expect(isRunning(1)).toBe(true)
})
