// What a build caches for the next one in node_modules/.cache, and when that's removed. system/build-cache.test.ts
// covers when it's reused.
import { mkdirSync, mkdtempSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { cached, sweepCache } from '../../../scripts/lib/build-cache.ts'
import { isRunning } from '../../../scripts/lib/is-running.ts'

/** The module with a mocked rename and stat. The query makes it a separate instance from the other tests' module. */
const withRename = '../../../scripts/lib/build-cache.ts?rename'
const rename = vi.fn<(from: string, to: string) => Promise<void>>()
const stat = vi.fn<(file: string) => Promise<void>>()
vi.doMock('node:fs/promises', async original => ({ ...(await original<object>()), rename, stat }))
const {
  cached: cachedWithRename,
  sweepCache: sweepWithStat,
}: typeof import('../../../scripts/lib/build-cache.ts') = await import(withRename)
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
    await sweepCache(folder)
    expect(readdirSync(folder).sort()).toEqual([used, 'recent'].sort())
  })

  test('keeps folders, because a development server may use its own for longer', async () => {
    mkdirSync(join(folder, 'dev-1'))
    setDaysUnused('dev-1', 31)
    await sweepCache(folder)
    expect(readdirSync(folder)).toEqual(['dev-1'])
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
    writeFileSync(join(folder, 'old'), '')
    stat.mockRejectedValueOnce(new Error('ENOENT: no such file or directory, stat'))
    await expect(sweepWithStat(folder)).resolves.toBeUndefined()
  })

  test('sweeps a folder that doesn’t exist yet without an error', async () => {
    await expect(sweepCache(join(folder, 'none'))).resolves.toBeUndefined()
  })
})

test('isRunning recognizes a process of another user', () => {
  vi.spyOn(process, 'kill').mockImplementation(() => {
    throw Object.assign(new Error('kill EPERM'), { code: 'EPERM' })
  })
  expect(isRunning(1)).toBe(true)
})
