// What a command prints if its Node is too old, for instance because a package manager hasn't installed the one in
// package.json.
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../support/folders.ts'

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)

test.each([
  { node: '>=99.0.0', status: 1 },
  { node: `^${major}.${minor + 1}.0 || >=99.0.0`, status: 1 },
  { node: `^${major - 1}.0.0`, status: 1 },
  { node: `^9.0.0 || ^${major}.${minor}.0`, status: 0 },
  { node: `>=${major - 1}.5.0`, status: 0 },
])('a command of a site that needs Node $node exits with $status', ({ node, status }) => {
  const folder = mkdtempSync(join(tmpdir(), 'node-test-'))
  mkdirSync(join(folder, 'scripts'))
  copyFileSync(join(root, 'scripts/check-node.mjs'), join(folder, 'scripts/check-node.mjs'))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ engines: { node } }))
  const ended = spawnSync(process.execPath, [join(folder, 'scripts/check-node.mjs')], { encoding: 'utf8' })
  expect({ status: ended.status, printed: ended.stderr }).toEqual({
    status,
    printed:
      status === 0
        ? ''
        : expect.stringMatching(`^This is Node ${process.version.slice(1)}, but the site needs`),
  })
})
