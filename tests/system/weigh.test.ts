// `npm run weigh` needs a build.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runNode } from '../support/copy-project.ts'
import { root } from '../support/folders.ts'

test('npm run weigh says what to run if there is no build', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'weigh-'))
  const { code, output } = await runNode(root, ['--import', 'tsx', 'tests/system/weigh.ts', folder])
  expect({ code, output }).toEqual({
    code: 1,
    output: `${join(folder, 'build')} is missing: run npm run build first\n`,
  })
})
