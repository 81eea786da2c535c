// How much memory a server takes under load, by the command of the container: docs/operations.md says at most 300 MiB.
// `npm run memory` does the same for a minute each.
import { beforeAll, describe, expect, test } from 'vitest'
import { LOADS, putUnderLoad } from '../support/memory.ts'
import { buildMemorySite } from '../support/memory-site.ts'
import { leaveOut } from '../support/needs.ts'

const ofLinux = leaveOut(process.platform !== 'linux', 'only Linux has /proc')

describe('a server', ofLinux, () => {
  let folder: string
  beforeAll(async () => {
    folder = await buildMemorySite()
  })

  test.each(LOADS)('takes at most 300 MiB, and goes on, for ten seconds of this: %s', async load => {
    const { peak, after } = await putUnderLoad(folder, load, 10)
    expect(after).toBe(200)
    expect(peak).toBeLessThanOrEqual(300)
  })
})
