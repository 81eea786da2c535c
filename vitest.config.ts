// npm test runs the quick projects, npm run test:all the rest:
// - server: the server and the build, on the site of tests/fixture/ (tests/support/fixture-site.ts) or on values, in the
//   process of the tests. Some start others, as sigterm.test.ts the server.
// - site: the project's own site, whatever it is, driven by its route table, as it is prerendered first; and the tests in the
//   site's two folders.
// - client: client/ and the layout in jsdom, with React's development build, and the fixture's pages, hydrated by it. No
//   quick test starts a browser.
// - browser, system: real browsers, proxies and processes. Tests that the machine lacks something for are skipped: tests/support/needs.ts.
//   What drives a browser is in tests/browser/ alone, which has packages of its own: a feature's tests import it from there.
import { globSync } from 'node:fs'
import { relative } from 'node:path'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import './scripts/load-env.mjs' // As `npm run prerender` does: a page may show a variable of .env.
import { asVite } from './scripts/bundle/plugins/as-vite.ts'
import { SITE_FOLDER } from './scripts/bundle/plugins/site-imports.ts'
import { styleImports } from './scripts/bundle/styles/imported-styles.ts'
import { images } from './scripts/media/pictures.ts'
import { pictured } from './tests/support/pictured.ts'
import { skippedTests } from './tests/support/skipped-tests.ts'
import { virtualModulesInTests } from './tests/support/virtual-modules.ts'

type Options = NonNullable<TestProjectInlineConfiguration['test']>

const testsIn = (folder: string) => [`${folder}/**/*.test.{ts,tsx}`]

/** For a feature's tests, the suffix selects the project: next-page.client.test.ts. Without one it's server. */
const ofFeatures = (suffix: string) => `features/*/tests/**/${suffix}.test.{ts,tsx}`

/** A site's tests stand beside what they test. */
const siteTests = [...['tests/site', 'shared/site', 'server/site'].flatMap(testsIn), ofFeatures('*.site')]

/** Where tests are watched, an edit of the site runs all of the site's: no import says what of it is in dist/. */
const siteEdit = {
  pattern: /./,
  testsToRun: (file: string) =>
    /^(shared|server)[/\\]site[/\\]/.test(relative(import.meta.dirname, file))
      ? globSync(siteTests)
      : undefined,
}

/** What runs before each file of tests. */
const setupFiles = ['tests/support/restore.ts', 'tests/support/same-bytes.ts']

const project = (name: string, options: Options): TestProjectInlineConfiguration => ({
  extends: true,
  test: {
    name,
    include: [...testsIn(`tests/${name}`), ofFeatures(`*.${name}`)],
    setupFiles,
    ...options,
  },
})

/** Loading Express and React once for each process, and not for each file. */
const inOneProcess = { isolate: false } satisfies Options
/** Loading jsdom once for each process. Each file has a window of its own: https://nodejs.org/api/vm.html */
const inOwnWindow = { environment: 'jsdom', pool: 'vmForks' } satisfies Options
const fixture = 'tests/support/build-fixture.ts'
const ownSite = 'tests/support/prerender-own-site.ts'
const onFixture = { globalSetup: fixture } satisfies Options
const onOwnSite = { globalSetup: ownSite } satisfies Options
/** Which build of React is loaded. */
const production = { env: { NODE_ENV: 'production' } } satisfies Options
const development = { env: { NODE_ENV: 'development' } } satisfies Options
/** In milliseconds, for what waits for a browser or a process. */
const slow = {
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 30_000 } },
} satisfies Options

export default defineConfig({
  resolve: { alias: { '@': SITE_FOLDER } },
  plugins: [asVite(images), asVite(styleImports), virtualModulesInTests],
  oxc: { jsx: { runtime: 'automatic', development: false } },
  test: {
    reporters: ['default', skippedTests, pictured],
    maxWorkers: '100%', // By default vitest leaves one core free.
    watchTriggerPatterns: [siteEdit],
    forceRerunTriggers: [], // One of vitest's is package.json, which a build has, too.
    // No limit decides whether a test is right: a busy machine may stall for seconds. Of an assertion that waits, the end of
    // the test would say nothing. What needs longer says so: tests/support/slow.ts.
    testTimeout: 30_000,
    hookTimeout: 10_000,
    expect: { poll: { timeout: 8000 } },
    // Also of a build that is being made, whose folder has the id of its process.
    server: { deps: { external: [/\/build(-\d+-\w+)?\/program\.js$/] } },
    projects: [
      project('server', {
        ...inOneProcess,
        ...onFixture,
        ...production,
        include: [...testsIn('tests/server'), ofFeatures('!(*.site|*.client|*.browser|*.system)')],
      }),
      project('site', { ...inOneProcess, ...onOwnSite, ...development, include: siteTests }),
      project('client', {
        ...inOwnWindow,
        ...onFixture,
        ...development,
        setupFiles: [...setupFiles, 'tests/support/client-setup.ts'],
      }),
      project('browser', {
        ...production,
        ...slow,
        globalSetup: ['tests/browser/support/prepare.ts', ownSite, fixture],
        setupFiles: [...setupFiles, 'tests/browser/support/failure-pictures.ts'],
      }),
      project('system', { ...onFixture, ...production, ...slow }),
    ],
  },
})
