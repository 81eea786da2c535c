// What a command prints if its Node is too old, for instance because a package manager hasn't installed the one in
// package.json.
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../support/folders.ts'

const major = Number.parseInt(process.versions.node, 10)

test.each([
  { node: `${major + 1}.0.0`, status: 1 },
  { node: `${major}.99.0`, status: 0 },
  { node: `${major - 1}.5.0`, status: 0 },
])('a command of a site that installs Node $node exits with $status', ({ node, status }) => {
  const folder = mkdtempSync(join(tmpdir(), 'node-test-'))
  mkdirSync(join(folder, 'scripts'))
  copyFileSync(join(root, 'scripts/check-node.mjs'), join(folder, 'scripts/check-node.mjs'))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ devDependencies: { node } }))
  const ended = spawnSync(process.execPath, [join(folder, 'scripts/check-node.mjs')], { encoding: 'utf8' })
  expect({ status: ended.status, printed: ended.stderr }).toEqual({
    status,
    printed:
      status === 0
        ? ''
        : expect.stringMatching(`^This is Node ${process.version.slice(1)}, but the site needs`),
  })
})
