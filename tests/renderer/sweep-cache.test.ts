import { mkdirSync, mkdtempSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { cached, developmentFolder, sweepCache } from '../../scripts/lib/cache.ts'

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
  await sweepCache(folder)
  expect(readdirSync(folder).sort()).toEqual([used, 'recent'].sort())
})

test('the folder of a development server that was killed is removed, and that of one that runs is not', async () => {
  for (const pid of [123, 124]) {
    const own = developmentFolder(pid, folder)
    mkdirSync(own)
    writeFileSync(join(own, 'start.js'), '')
  }
  mkdirSync(join(folder, 'of-somebody-else'))
  await sweepCache(folder, pid => pid === 124)
  expect(readdirSync(folder).sort()).toEqual(['dev-124', 'of-somebody-else'])
})

test('a cache that does not exist yet is swept without an error', async () => {
  await expect(sweepCache(join(folder, 'none'))).resolves.toBeUndefined()
})
