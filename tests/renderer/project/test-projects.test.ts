// vitest.config.ts: each file of tests runs in one project, and each project by one command.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import config from '../../../vitest.config.ts'
import { root } from '../../support/folders.ts'

const projects = (config.test?.projects ?? []).map(project => {
  if (typeof project !== 'object' || !('test' in project)) throw new Error('a project is an object')
  return project.test
})
const filesOf = (patterns: readonly string[] = []) =>
  globSync([...patterns], { cwd: root, exclude: ['**/node_modules'] }).map(file => file.replaceAll('\\', '/'))

test('each file of tests runs in one project', () => {
  const every = globSync('tests/*/**/*.test.{ts,tsx}', {
    cwd: root,
    exclude: ['**/node_modules', 'tests/fixture'],
  })
  const run = projects.flatMap(project => filesOf(project?.include)).filter(file => file.startsWith('tests/'))
  expect(run.sort()).toEqual(every.map(file => file.replaceAll('\\', '/')).sort())
})

test('each project is run by npm test or by npm run test:all', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const run = `${scripts.test} ${scripts['test:all']}`.matchAll(/--project (\w+)/g)
  expect(Array.from(run, ([, name]) => name).sort()).toEqual(projects.map(project => project?.name).sort())
})

test("an owner's tests stand beside what they test, and run with those of the site", () => {
  const site = projects.find(project => project?.name === 'site')
  expect(site?.include).toEqual(
    expect.arrayContaining(['shared/site/**/*.test.{ts,tsx}', 'server/site/**/*.test.{ts,tsx}']),
  )
})
