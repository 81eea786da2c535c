// What a whole build says of an owner's mistakes: all of them at once, each where it is written, and nothing is replaced. The words
// of each are in page-table-checks.test.ts, content-mistakes.test.ts and languages.test.ts; here are those that only a build knows.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { BUILT_AT } from '../../support/build-fixture.ts'
import { copyProject, editFile, layFixture } from '../../support/copy-project.ts'
import { patient } from '../../support/patient.ts'

const folder = copyProject()
layFixture(folder)

/** What takes back what a test has edited and written. */
const undo: (() => void)[] = []
const takeBack = () => {
  for (const step of undo.splice(0).reverse()) step()
}
afterEach(takeBack)
const edit = (file: string, from: RegExp | string, to: string) =>
  void undo.push(editFile(folder, file, from, to))
/** Writes a file that is not there yet. */
function add(file: string, text: string): void {
  const path = join(folder, file)
  const made = mkdirSync(dirname(path), { recursive: true }) ?? path
  writeFileSync(path, text)
  undo.push(() => rmSync(made, { recursive: true }))
}

const PAGES = 'shared/site/pages.ts'
const CONTACT = 'shared/site/pages/contact.tsx'
const IMPRINT = 'shared/site/content/impressum.md'

/** What the commands run, in this process: to start one for each takes longer than to build. */
const { buildSite, prerenderSite }: typeof import('../../../scripts/write/write-site.ts') = await import(
  join(folder, 'scripts/write/write-site.ts')
)
const { explain }: typeof import('../../../scripts/lib/explain-error.ts') = await import(
  join(folder, 'scripts/lib/explain-error.ts')
)

/** Builds. Resolves to what ends it, as a command tells it, and to what it prints before that. */
async function run(build: () => Promise<void>) {
  vi.stubEnv('SOURCE_DATE_EPOCH', `${BUILT_AT}`)
  const printed = [vi.spyOn(console, 'warn').mockReturnValue(), vi.spyOn(console, 'log').mockReturnValue()]
  const refusal = await build().then(() => undefined, explain)
  return { refusal, printed: printed.flatMap(({ mock }) => mock.calls.flat()) }
}

test('a build names the mistakes in rows, texts and public files, and writes nothing', patient, async () => {
  add('shared/site/public/licences.txt', 'all rights reserved')
  add('shared/site/drawings/README.md', 'Drawings of our house.')
  edit(PAGES, "'/kontakt'", "'/readyz'")
  edit(
    PAGES,
    "['/contact']",
    "['/robots.txt', '/sitemap.xml', '/mitglieder', '/favicon.svg', '/google123.html']",
  )
  edit(PAGES, "lang: 'en'", "lang: 'en_US'")
  edit('shared/site/company.ts', "lang: 'de'", "lang: 'deutsch'")
  edit(PAGES, "drawing: 'home'", "drawing: 'haus'")
  edit(PAGES, 'revalidate: 300', 'revalidate: Infinity')
  edit(PAGES, "hydrate: 'never'", 'script: false')
  edit(PAGES, "label: 'Stimmen'", "label: 'Stimmen', hydrate: 'interaction'")
  edit('shared/site/browser.ts', /$/, "export * from './counter.ts'\n")
  add('shared/site/counter.ts', 'export const onPageView = () => history.state\n')
  edit(PAGES, 'voices: {', "'voices.md': {")
  edit(IMPRINT, /^---\n/, '---\norder: last\n')
  edit('shared/site/content/fr/mentions.md', 'impressum.md', 'nichts')
  edit(IMPRINT, '/imprint,', '/robots.txt,')
  edit(IMPRINT, /$/, '\n[a](./nichts)\n[b](./blog/entwurf)\n[c](./blog/zukunft)\n')
  edit(
    'shared/site/pages/courses.tsx',
    /<TrustedHtml html=\{(.*)\} \/>/,
    "<p dangerouslySetInnerHTML={{ __html: data[0] ?? '' }} />",
  )
  edit('shared/site/pages/why-react.tsx', '<p>', "<p>{'<p dangerouslySetInnerHTML={…} />'}")
  rmSync(join(folder, 'build'), { recursive: true, force: true })
  const { refusal = '', printed } = await run(buildSite)
  const places = refusal.replace(/^(shared\/site\/content\/impressum\.md):\d+/gm, '$1:LINE')
  expect({ printed, told: places.split('\n') }).toEqual({
    printed: [],
    told: [
      'shared/site/public/licences.txt: that is the licences of what is in the script, choose another name',
      'pages.contact.path is /readyz: that is a probe of the server, choose another path',
      'pages.contact.former[0] is /robots.txt: that is the file robots.txt, choose another path',
      'pages.contact.former[1] is /sitemap.xml: that is the file sitemap.xml, choose another path',
      'pages.contact.former[2] is /mitglieder: that is company.members.path, choose another path',
      'pages.contact.former[3] is /favicon.svg: that is the file favicon.svg, choose another path',
      'pages.contact.former[4] is /google123.html: that is the file google123.html, choose another path',
      'shared/site/content/impressum.md:LINE: former[0] is /robots.txt: that is pages.contact.former[0], choose another path',
      'company.lang is deutsch: write a language such as en or pt-BR',
      'pages.inEnglish.lang is en_US: write a language such as en or pt-BR',
      'shared/site/content/fr/mentions.md:5: translates is nichts: no page of that name is published: write its key in pages.ts, or its file in shared/site/content/, as about.md',
      'pages["voices.md"]: only a file of shared/site/content/ ends in .md, choose another key',
      "pages.sent.script: `script: false` is now `hydrate: 'never'`",
      'pages.voices.md.hydrate is interaction: onPageView of shared/site/browser.ts would miss everyone who only reads the page, so leave the field out',
      'pages.courses.revalidate is Infinity: write a whole number of seconds, 1 or more',
      'pages.home.drawing is haus: shared/site/drawings/haus.tsx is missing, write one of home, ledger, switch',
      'shared/site/pages/courses.tsx:8: Trusted Types block dangerouslySetInnerHTML after a click on a link: write <TrustedHtml html={…} /> of shared/ui/trusted-html.tsx',
      "shared/site/content/impressum.md:LINE: order: write the page's place in its folder, as order: 2",
      'shared/site/content/impressum.md:LINE: the link to /kontakt: there is no such page or file',
      'shared/site/content/impressum.md:LINE: the link to ./nichts: there is no such page or file',
      'shared/site/content/impressum.md:LINE: the link to ./blog/entwurf: blog/entwurf.md is a draft, or has a later date',
      'shared/site/content/impressum.md:LINE: the link to ./blog/zukunft: blog/zukunft.md is a draft, or has a later date',
    ],
  })
  expect(existsSync(join(folder, 'build'))).toBe(false)
})

test(
  'a prerender names at once what is wrong with words and in its pages, and writes nothing',
  patient,
  async () => {
    rmSync(join(folder, 'dist'), { recursive: true, force: true })
    edit(PAGES, "title: 'Team'", `title: '${'T'.repeat(61)}'`)
    edit('shared/site/company.ts', /^ {2}fr: \{/m, '  it: {')
    edit('shared/site/pages/sent.tsx', '<p>', '<a href="/nichts">nichts</a><p>')
    const { refusal } = await run(prerenderSite)
    expect(refusal?.split('\n')).toEqual([
      'pages.team.title has 61 characters: write 1 to 60',
      'translations.it in shared/site/company.ts: no page in that language is published, leave it out',
      'pages.accueil.home is fr: write its words, as `translations` in shared/site/company.ts',
      '/anfrage/gesendet: the link to /nichts: there is no such page or file',
    ])
    expect(existsSync(join(folder, 'dist'))).toBe(false)
  },
)

describe('a build that succeeds', () => {
  const unused = join(folder, `node_modules/.cache/site/unused-${process.pid}`)
  let built: Awaited<ReturnType<typeof run>>
  afterAll(takeBack) // Also where what follows has failed half-way.
  beforeAll(async () => {
    edit(PAGES, "title: 'Team'", `title: '${'T'.repeat(61)}'`)
    edit(IMPRINT, 'title: Impressum', `title: ${'I'.repeat(61)}`)
    edit('server/site/sources.ts', 'const source = ', "throw new Error('asked')\n  const source = ")
    // A package without its licence, in whose stylesheet is a mistake, and another one for the server alone.
    add('shared/site/node_modules/old/package.json', '{ "license": "ISC" }')
    add('shared/site/node_modules/old/old.css', '.old {\n  colr: red;\n  top: 5px;\n}\n')
    add('server/site/node_modules/plain/package.json', '{ "type": "module" }')
    add('server/site/node_modules/plain/index.js', 'Object.assign({})')
    edit('server/site/loaders.ts', /^/, "import 'plain'\n")
    add('shared/site/pages/contact.css', '.a { top: var(--set-by-script) }')
    edit(
      CONTACT,
      /^/,
      `import 'old/old.css'; import './contact.css'; export const never = [] === 1
       // esbuild does not remove this call, which changes nothing: the build runs in this process.
       Object.assign({}, { sets: '--set-by-script', Early: class { static { this.label = 'a' } } })\n`,
    )
    // A page that is sent without a script, also without one that the policy names.
    edit('server/site/policy.ts', /scripts: .*/, "scripts: '',")
    edit('shared/site/pages/sent.tsx', '<p>', '<button type="button">Drucken</button><p>')
    writeFileSync(unused, '')
    utimesSync(unused, 0, 0)
    built = await run(buildSite)
  }, patient.timeout)

  test('asks no source of data, and warns of mistakes of packages, of what a prerender refuses, and of what its pages show', () => {
    expect(built).toEqual({
      refusal: undefined,
      printed: [
        'WARNING: shared/site/pages/contact.tsx:1: Comparison using the "===" operator here is always false',
        'WARNING: shared/site/node_modules/old/old.css:2: "colr" is not a known CSS property',
        'WARNING: shared/site/node_modules/old has no file with its licence: licences.txt names it as package.json does, "ISC".',
        'WARNING: server/site/node_modules/plain has no file with its licence: licences.txt names it as package.json does, "unknown".',
        'WARNING: pages.team.title has 61 characters: write 1 to 60',
        'WARNING: shared/site/content/impressum.md:2: title has 61 characters: write 1 to 60',
        'WARNING: /anfrage/gesendet: nothing answers <button type="button">, because the page is sent without a script.',
        expect.stringMatching(/^engine \d/),
      ],
    })
  })

  test('removes from its cache what no build has used for long', () => {
    expect(existsSync(unused)).toBe(false)
  })

  test('has a stylesheet with a custom property that a script alone sets', () => {
    const { style } = JSON.parse(readFileSync(join(folder, 'build/manifest.json'), 'utf8'))
    expect(style).toContain('.a{top:var(--set-by-script)}')
  })

  test('has a script without syntax that the oldest browsers do not know', () => {
    const assets = join(folder, 'build/public/assets')
    const scripts = readdirSync(assets).filter(name => /^contact-.*\.js$/.test(name))
    const text = scripts.map(name => readFileSync(join(assets, name), 'utf8')).join('')
    expect(text).toContain('--set-by-script')
    expect(text).not.toMatch(/\bstatic\s*\{/)
  })
})

/** Builds, and resolves to what is said, the places in the source that are named in it, and whether it has a stack. */
async function refused() {
  const { refusal = '' } = await run(buildSite)
  const places = refusal.match(/^ +shared\/site\/.+:\d+:\d+:$/gm)?.map(place => place.trim())
  return { refusal, places, hasStack: /^ +at /m.test(refusal) }
}

test('a build with pages without a component ends, and names them', patient, async () => {
  edit(PAGES, 'whyReact:', 'whyVue:')
  edit(PAGES, '  sent:', '  received:') // It is sent without a script.
  const { refusal } = await refused()
  const cure = 'has no component: write it, and name it in shared/site/routes.tsx'
  expect(refusal.split('\n')).toEqual([`pages.whyVue ${cure}`, `pages.received ${cure}`])
})

test.each<[what: string, file: string, from: RegExp | string, to: string, told: RegExp]>([
  [
    'a page without a default export',
    CONTACT,
    'export default ',
    'export ',
    /^✘ \[ERROR\] No matching export in "shared\/site\/pages\/contact\.tsx" for import "default"$/,
  ],
  ['a brace too many in a page', CONTACT, /^/, '}\n', /shared\/site\/pages\/contact\.tsx:1:0:/],
  ['a brace too many in company.ts', 'shared/site/company.ts', /^/, '}\n', /shared\/site\/company\.ts:1:0:/],
])('a build with %s ends, and says where it is and no stack', patient, async (...mistake) => {
  const [, file, from, to, told] = mistake
  edit(file, from, to)
  const { refusal, hasStack } = await refused()
  expect(refusal).toMatch(told)
  expect(hasStack).toBe(false)
})

const readsSecret = 'console.log(process.env.SECRET)\n'

test(
  'a build ends where what a browser gets imports a module of the server, or reads a variable of it',
  patient,
  async () => {
    const script = `import './only-here.ts'
    import { allowed } from '../../server/site/policy.ts'
    export const afterHydration = () => console.log(allowed)\n`
    edit('shared/site/browser.ts', /^.*$/s, script)
    add('shared/site/only-here.ts', readsSecret)
    const { refusal, ...seen } = await refused()
    expect(seen).toEqual({
      places: expect.arrayContaining(['shared/site/browser.ts:2:28:', 'shared/site/only-here.ts:1:12:']),
      hasStack: false,
    })
    expect(refusal).toContain(
      'shared/site/browser.ts imports server/site/policy.ts: what is in server/ never reaches a browser.',
    )
    expect(refusal).toContain("process.env.SECRET doesn't exist in a browser.")
  },
)

test('a build ends where transformStyle throws, with the stylesheet and the reason', patient, async () => {
  edit('server/site/widths.json', '{', '')
  const { refusal } = await run(buildSite)
  expect(refusal).toMatch(/transformStyle: .* JSON .*\s+shared\/\S+\.css:1:/)
})

test(
  'a build ends where the server imports packages with native code, and a file of shared/ that reads a variable of the server',
  patient,
  async () => {
    /** It is bundled, and would fail when it is called: the bundle is an ES module. */
    const script = 'module.exports = () => __filename'
    const compiled = { 'package.json': '{}', 'index.js': script, 'binding.gyp': '{}' }
    const ofProcessor = '{ "optionalDependencies": { "@own/pictures-linux-x64-musl": "1.0.0" } }'
    const installed = { 'package.json': ofProcessor, 'index.js': script }
    for (const [name, files] of Object.entries({ 'old-sqlite': compiled, '@own/pictures': installed }))
      for (const [file, text] of Object.entries(files)) add(`server/site/node_modules/${name}/${file}`, text)
    add('shared/site/only-here.ts', readsSecret)
    edit('server/site/loaders.ts', /^/, "import '../../shared/site/only-here.ts'\n")
    edit('server/site/endpoints.ts', /^/, "import read from 'old-sqlite'\nimport draw from '@own/pictures'\n")
    edit('server/site/endpoints.ts', 'enquiry(app, sendPage)', 'read(draw)\n  enquiry(app, sendPage)')
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
  },
)
