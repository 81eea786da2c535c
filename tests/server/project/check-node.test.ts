// What a command prints if its Node is too old, for instance because a package manager hasn't installed the one in
// package.json.
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../support/folders.ts'

const major = Number.parseInt(process.versions.node, 10)

/** Runs the check in a site that needs this version of Node. */
function check(node: string, { isInstalled = true, NODE_ENV = '' } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'node-test-'))
  mkdirSync(join(folder, 'scripts'))
  if (isInstalled) mkdirSync(join(folder, 'node_modules/node'), { recursive: true })
  copyFileSync(join(root, 'scripts/check-node.mjs'), join(folder, 'scripts/check-node.mjs'))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ devDependencies: { node } }))
  const env = { ...process.env, NODE_ENV }
  const file = join(folder, 'scripts/check-node.mjs')
  return spawnSync(process.execPath, [file], { encoding: 'utf8', env })
}

test.each([
  { node: `${major + 1}.0.0`, status: 1 },
  { node: `${major}.99.0`, status: 0 },
  { node: `${major - 1}.5.0`, status: 0 },
])('a command of a site that installs Node $node exits with $status', ({ node, status }) => {
  const ended = check(node)
  expect({ status: ended.status, printed: ended.stderr }).toEqual({
    status,
    printed:
      status === 0
        ? ''
        : expect.stringMatching(`^This is Node ${process.version.slice(1)}, but the site needs`),
  })
})

test.each([
  { what: 'has old packages', options: {}, command: 'npm ci' },
  { what: 'has no packages for the build', options: { isInstalled: false }, command: 'npm ci --include=dev' },
  {
    what: 'sets NODE_ENV=production, with which npm leaves Node out,',
    options: { NODE_ENV: 'production' },
    command: 'npm ci --include=dev',
  },
])('a site that $what is told to run $command', ({ options, command }) => {
  expect(check(`${major + 1}.0.0`, options).stderr).toContain(`\`${command}\` installs it`)
})
