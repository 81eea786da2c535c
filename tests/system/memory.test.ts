// How much memory a server takes under load, by the command of the container. docs/operations.md has what was measured on a
// machine that did nothing else; `npm run memory` does that for a minute each.
import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { LOADS, putUnderLoad } from '../support/memory.ts'
import { buildMemorySite } from '../support/memory-site.ts'
import { leaveOut } from '../support/needs.ts'

const ofLinux = leaveOut(process.platform !== 'linux', 'only Linux has /proc')

/** In MiB: of what deploy/ gives to a server, the part over which docs/operations.md wants an alert. */
const [, limit] = /mem_limit: (\d+)m/.exec(readFileSync('deploy/compose.yaml', 'utf8')) ?? []
const MAX = 0.8 * Number(limit)

describe('a server', ofLinux, () => {
  let folder: string
  beforeAll(async () => {
    folder = await buildMemorySite()
  })

  test.each(LOADS)(
    'needs no more memory than it is given, and goes on, for ten seconds of this: %s',
    async load => {
      const { peak, after } = await putUnderLoad(folder, load, 10)
      expect(after).toBe(200)
      expect(peak).toBeLessThanOrEqual(MAX)
    },
  )
})
