// vitest.config.ts: each file of tests runs in one project, and the end of a run says what was left out.
import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import config from '../../vitest.config.ts'
import { isMeant } from '../support/deploy-files.ts'
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

// Its reporters say at the end of a run what was left out, and where the pictures of failed tests are.
test('the tests run with these options, and no others', () => {
  const { projects: _, ...options } = config.test ?? {}
  const plugins = ['images', 'style-imports', 'virtual:page-table']
  expect({ ...config, test: options }, isMeant).toEqual({
    plugins: plugins.map(name => expect.objectContaining({ name })),
    oxc: { jsx: { runtime: 'automatic', development: false } },
    test: {
      reporters: ['default', leftOut, pictured],
      maxWorkers: '100%',
      watchTriggerPatterns: [expect.anything()],
      forceRerunTriggers: [],
      testTimeout: 10_000,
      hookTimeout: 10_000,
      expect: { poll: { timeout: 8000 } },
      server: { deps: { external: [/\/build(-\d+-\w+)?\/start\.js$/] } },
    },
  })
})

test('each project has these options of its own, and no others', () => {
  const setupFiles = ['tests/support/restore.ts', 'tests/support/same-bytes.ts']
  const globalSetup = 'tests/support/build-fixture.ts'
  const ownSite = 'tests/support/prerender-own-site.ts'
  const patient = { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 30_000 } } }
  const expected = [
    { name: 'renderer', isolate: false, globalSetup, setupFiles },
    { name: 'site', isolate: false, globalSetup: ownSite, setupFiles },
    { name: 'client', environment: 'jsdom', pool: 'vmForks', globalSetup, setupFiles },
    {
      name: 'browser',
      ...patient,
      globalSetup: ['tests/browser/support/prepare.ts', ownSite, globalSetup],
      setupFiles: [...setupFiles, 'tests/browser/support/failure-pictures.ts'],
    },
    { name: 'system', ...patient, globalSetup, setupFiles },
  ]
  expect(config.test?.projects, isMeant).toEqual(
    expected.map(options => ({
      extends: true,
      // Other tests have these two.
      test: { ...options, include: expect.any(Array), env: { NODE_ENV: expect.any(String) } },
    })),
  )
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
