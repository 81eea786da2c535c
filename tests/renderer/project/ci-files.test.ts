// .github/ and .ci/: what hosted CI runs, and what Dependabot updates. system/deploy.test.ts has shellcheck read the scripts.
import { existsSync, globSync } from 'node:fs'
import { join, posix } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { read } from '../../support/deploy-files.ts'
import { root } from '../../support/folders.ts'

interface Job {
  'timeout-minutes'?: number
  steps: { uses?: string; run?: string }[]
}
const workflow = parse(read('.github/workflows/ci.yml'))
const jobs: Record<string, Job> = workflow.jobs
const steps = Object.values(jobs).flatMap(job => job.steps)

test('hosted CI runs the commands and scripts that there are', () => {
  const commands = steps.flatMap(({ run }) => run ?? [])
  const scripts = commands.flatMap(command => command.match(/\.ci\/\w+/g) ?? [])
  expect(scripts.filter(name => !existsSync(join(root, name)))).toEqual([])
  expect(commands).toEqual(expect.arrayContaining(['npm ci', 'npm test', '.ci/run']))
})

test('hosted CI may change nothing, and ends what hangs', () => {
  expect(workflow.permissions).toEqual({ contents: 'read' })
  expect(Object.keys(jobs).filter(name => !jobs[name]?.['timeout-minutes'])).toEqual([])
})

test('hosted CI takes an action by the hash of a commit, which nobody can move, and the same commit everywhere', () => {
  const actions = new Set(steps.flatMap(({ uses }) => uses ?? []))
  expect([...actions].filter(name => !/@[\da-f]{40}$/.test(name))).toEqual([])
  const names = Array.from(actions, action => action.replace(/@.*/, ''))
  expect(names).toEqual([...new Set(names)])
})

test('Dependabot sees each package.json of the project', () => {
  const files = globSync('**/package.json', {
    cwd: root,
    exclude: file => /(^|[\\/])(node_modules|build|dist)$/.test(file),
  })
  const folders = files.map(file => posix.join('/', posix.dirname(file.replaceAll('\\', '/'))))
  const updates: Record<string, unknown>[] = parse(read('.github/dependabot.yml')).updates
  const seen = updates.filter(update => update['package-ecosystem'] === 'npm').map(update => update.directory)
  expect(seen.sort()).toEqual(folders.sort())
})
