import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildMemorySite, type Load, putUnderLoad } from './memory.ts'
import { leaveOut } from './needs.ts'

const ofLinux = leaveOut(process.platform !== 'linux', 'only Linux has /proc')

/** In MiB: the part of a server's memory limit in deploy/ above which docs/operations.md recommends an alert. */
const [, limit] = /mem_limit: (\d+)m/.exec(readFileSync('deploy/compose.yaml', 'utf8')) ?? []
const MAX = 0.8 * Number(limit)

/** Tests the memory under these loads, with pages that a feature may add for them. */
export function testMemory(loads: readonly Load[], addPages?: (folder: string) => void): void {
  describe('a server', ofLinux, () => {
    let folder: string
    beforeAll(async () => {
      folder = await buildMemorySite(addPages)
    })

    test.each(loads)(
      'stays below the memory alert and still responds after ten seconds of load: $name',
      async load => {
        const { peak, after } = await putUnderLoad(folder, load, 10)
        expect(after).toBe(200)
        expect(peak).toBeLessThanOrEqual(MAX)
      },
    )
  })
}
