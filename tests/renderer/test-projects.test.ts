// vitest.config.ts: each file of tests runs in one project, and the end of a run says what was left out.
import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import config from '../../vitest.config.ts'
import { root } from '../support/folders.ts'
import { leftOut } from '../support/left-out.ts'
import { pictured } from '../support/pictured.ts'

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

test("an owner's tests stand beside what they test, and run with those of the site", () => {
  const site = projects.find(project => project?.name === 'site')
  expect(site?.include).toEqual(
    expect.arrayContaining(['shared/site/**/*.test.{ts,tsx}', 'server/site/**/*.test.{ts,tsx}']),
  )
})

test('the end of a run says what was left out, and where the pictures of failed tests are', () => {
  expect(config.test?.reporters).toEqual(['default', leftOut, pictured])
})

test("the server and the build are tested with React's production build, the browser's script with that which warns", () => {
  const modes = projects.map(project => [project?.name, project?.env?.NODE_ENV])
  expect(Object.fromEntries(modes)).toEqual({
    renderer: 'production',
    site: 'development',
    client: 'development',
    browser: 'production',
    system: 'production',
  })
})

test('a failed test of a browser leaves pictures of its pages', () => {
  const browser = projects.find(project => project?.name === 'browser')
  expect(browser?.setupFiles).toContain('tests/browser/support/failure-pictures.ts')
})
