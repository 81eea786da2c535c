// npm test runs the quick projects, npm run test:all the rest:
// - server: the server and the build, with the fixture's site (tests/support/fixture-site.ts) or with values. Most tests run
//   them in their own process; a few, such as error-reasons.test.ts, start another.
// - site: your own site, which is prerendered first. Its route table drives the tests. The tests in your two folders run here, too.
// - client: client/ and the layout in jsdom, with React's development build, which also hydrates the fixture's pages.
// - browser, system: real browsers, proxies and processes. A test is skipped if the machine lacks something that it needs:
//   tests/support/needs.ts. Only tests/browser/ has packages that drive a browser, so features' tests import its support/.
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

/** A site's tests are beside the files that they test. */
const siteTests = [...['tests/site', 'shared/site', 'server/site'].flatMap(testsIn), ofFeatures('*.site')]

/** In watch mode, an edit in your two folders runs all of your site's tests: they read dist/, so imports don't lead to them. */
const siteEdit = {
  pattern: /./,
  testsToRun: (file: string) =>
    /^(shared|server)[/\\]site[/\\]/.test(relative(import.meta.dirname, file))
      ? globSync(siteTests)
      : undefined,
}

/** These run before each test file. */
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

/** Loads Express and React once per process, instead of once per test file. */
const inOneProcess = { isolate: false } satisfies Options
/** Loads jsdom once per process. Each test file has its own window: https://nodejs.org/api/vm.html */
const inOwnWindow = { environment: 'jsdom', pool: 'vmForks' } satisfies Options
const fixture = 'tests/support/build-fixture.ts'
const ownSite = 'tests/support/prerender-own-site.ts'
const onFixture = { globalSetup: fixture } satisfies Options
const onOwnSite = { globalSetup: ownSite } satisfies Options
/** NODE_ENV selects React's build. */
const production = { env: { NODE_ENV: 'production' } } satisfies Options
const development = { env: { NODE_ENV: 'development' } } satisfies Options
/** Timeouts in milliseconds for tests that wait for a browser or a process. */
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
    maxWorkers: '100%', // By default Vitest leaves one core free.
    watchTriggerPatterns: [siteEdit],
    forceRerunTriggers: [], // By default package.json is one, and each build writes such a file.
    // These only end a test that hangs: a busy machine may stall for seconds. An assertion that polls fails before its test times
    // out, so that it says what it waited for. A slower test sets its own timeout: tests/support/slow.ts.
    testTimeout: 30_000,
    hookTimeout: 10_000,
    expect: { poll: { timeout: 8000 } },
    // The folder of an unfinished build has its process's id in its name.
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
