// The checks report everything that fails a build or a prerender at once, and what a build only warns about.
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { copyToBreak } from '../../../tests/support/copy-to-break.ts'

const { folder, edit, add, restore, build, prerender, refused } = await copyToBreak()
afterEach(restore)

const ROUTES = 'shared/site/routes.ts'

test('a build reports languages, old fields, uncounted page views, raw HTML, SVG files and undeclared properties at once', async () => {
  edit(ROUTES, "lang: 'en'", "lang: 'en_US'")
  edit('shared/site/company.ts', "lang: 'de'", "lang: 'deutsch'")
  edit(ROUTES, "hydrate: 'never'", 'script: false')
  edit(ROUTES, "label: 'Stimmen'", "label: 'Stimmen', hydrate: 'interaction'")
  edit('shared/site/browser.ts', /$/, "export * from './counter.ts'\n")
  add('shared/site/counter.ts', 'export const onPageView = () => history.state\n')
  edit(
    'shared/site/pages/everything.tsx',
    /<TrustedHtml html=.* \/>/,
    "<p dangerouslySetInnerHTML={{ __html: '' }} />",
  )
  edit('shared/site/pages/why-react.tsx', '<p>', "<p>{'<p dangerouslySetInnerHTML={…} />'}")
  add('shared/site/public/grid.svg', '<svg viewBox="0 0 9 9"/>')
  edit('shared/site/pages/prices.css', /^/, '.a { top: var(--nowhere) }\n')
  const { refusal = '', printed } = await build()
  const places = refusal.replace(/^(shared\/site\/pages\/everything\.tsx):\d+/gm, '$1:LINE')
  expect({ printed, message: places.split('\n') }).toEqual({
    printed: [],
    message: [
      'company.lang is deutsch: write a language such as en or pt-BR',
      'routes.inEnglish.lang is en_US: write a language such as en or pt-BR',
      "routes.sent.script: `script: false` is now `hydrate: 'never'`",
      'routes.voices.hydrate is interaction: onPageView of shared/site/browser.ts would miss everyone who only reads the page, so make it idle',
      'shared/site/pages/everything.tsx:LINE: Trusted Types block dangerouslySetInnerHTML after a click on a link: write <TrustedHtml html={…} /> of shared/ui/trusted-html.tsx',
      'shared/site/public/grid.svg: no browser shows an SVG without xmlns: write <svg xmlns="http://www.w3.org/2000/svg" at its start',
      'shared/site/pages/prices.css:1: no stylesheet declares --nowhere: correct the name, declare it, or write a fallback, as in var(--nowhere, 1rem)',
    ],
  })
})

test('a prerender reports the problems of routes and of pages at once, and writes nothing', async () => {
  rmSync(join(folder, 'dist'), { recursive: true, force: true })
  edit(ROUTES, "title: 'Team'", `title: '${'T'.repeat(61)}'`)
  edit(
    'shared/site/pages/sent.tsx',
    '<p>',
    '<a href="/nichts">nichts</a><a href="/api/status" download>Status</a><p>',
  )
  const { refusal } = await prerender()
  expect(refusal?.split('\n')).toEqual([
    'routes.team.title has 61 characters: write 1 to 60',
    "/anfrage/gesendet links to /nichts, but there's no such page, file or endpoint",
  ])
  expect(existsSync(join(folder, 'dist'))).toBe(false)
})

test('a successful build warns about what a prerender would reject, and about dead buttons', async () => {
  edit(ROUTES, "title: 'Team'", `title: '${'T'.repeat(61)}'`)
  // The page never hydrates. It has a script that the policy allows, but that doesn't handle this button.
  edit('shared/site/pages/sent.tsx', '<p>', '<button type="button">Drucken</button><p>')
  // A script sets this property, so nothing is reported.
  add('shared/site/pages/contact.css', '.a { top: var(--set-by-script) }')
  edit(
    'shared/site/pages/contact.tsx',
    /^/,
    "import './contact.css'\nObject.assign(globalThis, { sets: '--set-by-script' })\n",
  )
  const { refusal, printed } = await build()
  expect({ refusal, printed }).toEqual({
    refusal: undefined,
    printed: [
      'WARNING: routes.team.title has 61 characters: write 1 to 60',
      `WARNING: /anfrage/gesendet: a click on <button type="button">Drucken</button> does nothing, because the page is sent without a script: write hydrate: 'idle'`,
      expect.stringMatching(/^engine \d/),
    ],
  })
})

const readsSecret = 'console.log(process.env.SECRET)\n'

test('browser code that reads server variables fails the build', async () => {
  add('shared/site/only-here.ts', readsSecret)
  edit('shared/site/browser.ts', /^/, "import './only-here.ts'\n")
  const { refusal, places, hasStack } = await refused()
  expect({ places, hasStack }).toEqual({ places: ['shared/site/only-here.ts:1:12:'], hasStack: false })
  expect(refusal).toContain("process.env.SECRET doesn't exist in a browser.")
})

test('packages with native code, and server variables in shared/, fail the build', async () => {
  /** Bundles fine, but would fail when called, because the bundle is an ES module. */
  const script = 'module.exports = () => __filename'
  const compiled = { 'package.json': '{}', 'index.js': script, 'binding.gyp': '{}' }
  const ofProcessor = '{ "optionalDependencies": { "@own/pictures-linux-x64-musl": "1.0.0" } }'
  const installed = { 'package.json': ofProcessor, 'index.js': script }
  for (const [name, files] of Object.entries({ 'old-sqlite': compiled, '@own/pictures': installed }))
    for (const [file, text] of Object.entries(files)) add(`server/site/node_modules/${name}/${file}`, text)
  add('shared/site/only-here.ts', readsSecret)
  edit('server/site/middleware.ts', /^/, "import '../../shared/site/only-here.ts'\n")
  edit('server/site/endpoints.ts', /^/, "import read from 'old-sqlite'\nimport draw from '@own/pictures'\n")
  edit('server/site/endpoints.ts', '  globalThis.testEndpoints', '  read(draw)\n  globalThis.testEndpoints')
  const { refusal, places, hasStack } = await refused()
  expect({ places, hasStack }).toEqual({ places: ['shared/site/only-here.ts:1:12:'], hasStack: false })
  expect(refusal).toContain("process.env.SECRET doesn't exist in a browser.")
  for (const [place, name] of [
    ['1:17', 'old-sqlite'],
    ['2:17', '@own/pictures'],
  ]) {
    expect(refusal).toContain(`server/site/endpoints.ts:${place}:`)
    expect(refusal).toMatch(new RegExp(`${name} has native code, .* node:sqlite`))
  }
})
