// .ci/run and .github/dependabot.yml, read as data: what hosted CI runs, and what it updates.
import { globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { root } from '../support/folders.ts'

const read = (name: string) => readFileSync(join(root, name), 'utf8')

test('CI runs every test, and none of a browser or a proxy may be left out', () => {
  const commands = read('.ci/run')
    .split('\n')
    .map(line => line.replace(/ #.*/, ''))
  const everything = commands.indexOf('step npm run test:all')
  expect(everything).toBeGreaterThan(-1)
  expect(commands.slice(0, everything)).toContain('export TESTS=all')
})

test('Dependabot sees each package.json of the project', () => {
  const files = globSync('**/package.json', {
    cwd: root,
    exclude: file => /(^|[\\/])(node_modules|build|dist)$/.test(file),
  })
  const folders = files.map(file => posix.join('/', posix.dirname(file.replaceAll('\\', '/'))))
  const { updates } = parse(read('.github/dependabot.yml')) as {
    updates: { 'package-ecosystem': string; directory: string }[]
  }
  const seen = updates.filter(update => update['package-ecosystem'] === 'npm').map(update => update.directory)
  expect(folders.sort()).toEqual(['/', '/tests/browser'])
  expect(seen.sort()).toEqual(['/', '/tests/browser'])
})
