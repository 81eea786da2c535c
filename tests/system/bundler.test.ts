// What the bundler makes of the fixture, and what of it is another after an edit in development, on a copy of the project.
// bundle-options.test.ts has what its scripts have.
import { rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Bundle, Bundler } from '../../scripts/bundle/bundle.ts'
import { copyProject, editFile, layFixture } from '../support/copy-project.ts'
import { leaveOut } from '../support/needs.ts'

const folder = copyProject()
layFixture(folder)
editFile(folder, 'shared/site/pages/contact.tsx', '</', ' {process.env.PUBLIC_PLACE}</')

/** The scripts of the copy. */
const bundling: typeof import('../../scripts/bundle/bundle.ts') &
  typeof import('../../scripts/bundle/read-site.ts') = {
  ...(await import(join(folder, 'scripts/bundle/bundle.ts'))),
  ...(await import(join(folder, 'scripts/bundle/read-site.ts'))),
}

const setPlace = () => vi.stubEnv('PUBLIC_PLACE', 'am Kanal')
beforeEach(setPlace)

const entries = { program: 'server/start/program.ts' }
/** Bundles all packages. */
const packages = { plugin: { name: 'none', setup() {} }, has: () => false }
let bundler: Bundler
let first: Bundle
beforeAll(async () => {
  setPlace()
  const addresses = {
    scripts: ['/dev/refresh'],
    scriptOf: (file: string) => `/dev/${file}`,
    devScript: async (buildId: string) => `tell('${buildId}')`,
  }
  bundler = await bundling.createBundler(entries, { packages, ...addresses })
  first = await bundler.rebuild()
})
afterAll(() => bundler.dispose())

/** What a visitor gets. */
let published: Bundle
beforeAll(async () => {
  setPlace()
  published = await publish()
})

async function publish(): Promise<Bundle> {
  const forVisitors = await bundling.createBundler(entries)
  return forVisitors.rebuild().finally(forVisitors.dispose)
}

/** Bundles the source with an edit, and takes the edit back. */
async function bundleWith(file: string, from: string | RegExp, to: string): Promise<Bundle> {
  const undo = editFile(folder, file, from, to)
  return bundler.rebuild().finally(undo)
}

const withoutHash = (name: string) => name.replace(/-[A-Z\d]{8}(?=\.)/, '')
/** The names of the files in which a text stands. Their source maps have it, too. */
const filesWith = ({ files }: Bundle, text: string) =>
  [...files]
    .filter(([name, body]) => !name.endsWith('.map') && Buffer.from(body).includes(text))
    .map(([name]) => withoutHash(name))
    .sort()

test('a page names its own script first, and then what it shares with few', () => {
  const { team = [], everything = [] } = published.manifest.pageScripts
  expect(team.map(withoutHash)).toEqual(['/assets/team.js', '/assets/chunk.js'])
  expect(team[1]).toBe(everything[1])
})

test('a page whose id is notFound leaves the page of a 404 its own script', async () => {
  onTestFinished(editFile(folder, 'shared/site/components.ts', 'team: ', 'notFound: '))
  const { manifest } = await bundleWith('shared/site/routes.ts', 'team: ', 'notFound: ')
  expect(manifest).toMatchObject({
    pageScripts: { notFound: ['/dev/shared/site/pages/team.tsx'] },
    notFoundScript: ['/dev/shared/site/pages/not-found.tsx'],
  })
})

test.each<[string, file: string, from: string | RegExp, to: string]>([
  ['the script that loads the others', 'client/script-loader.ts', 'MAX_WAIT_MS = 2000', 'MAX_WAIT_MS = 2001'],
  ['a public file', 'shared/site/public/google123.html', /$/, 'edited'],
  ['a style', 'shared/styles/base.css', /$/, '\nh1 { outline: 7px solid }\n'],
])('an edit of %s is another build', async (_, file, from, to) => {
  const { buildId } = await bundleWith(file, from, to)
  expect(buildId).not.toBe(first.buildId)
})

test('a comment in a stylesheet is the same build, for visitors too', async () => {
  const edit = ['shared/styles/base.css', /^/, '/* Nothing. */\n\n'] as const
  const { buildId } = await bundleWith(...edit)
  onTestFinished(editFile(folder, ...edit))
  expect({ buildId, forVisitors: (await publish()).buildId }).toEqual({
    buildId: first.buildId,
    forVisitors: published.buildId,
  })
})

test('after an edit of stylesheets alone the scripts are those of the last build, and the style is the new one', async () => {
  const css = 'shared/styles/base.css'
  const undo = [
    editFile(folder, css, /$/, '\nh1 { outline: 6px solid }\n'),
    editFile(folder, 'shared/site/pages/contact.tsx', '</', ' am Hafen</'),
  ]
  const edited = await bundler.rebuild(new Set([join(folder, css)])).finally(() => {
    for (const takeBack of undo) takeBack()
  })
  expect({ style: edited.manifest.style.includes('6px solid'), code: filesWith(edited, 'am Hafen') }).toEqual(
    {
      style: true,
      code: [],
    },
  )
  const all = await bundleWith('shared/site/pages/contact.tsx', '</', ' am Hafen</')
  expect(filesWith(all, 'am Hafen')).toEqual(['program.js'])
})

test('a stylesheet that is gone is missed by the script that imports it', async () => {
  const css = join(folder, 'shared/site/pages/gone.css')
  onTestFinished(editFile(folder, 'shared/site/pages/contact.tsx', /^/, "import './gone.css'\n"))
  writeFileSync(css, 'h1 { top: 0 }')
  await bundler.rebuild()
  rmSync(css)
  await expect(bundler.rebuild(new Set([css]))).rejects.toMatchObject({
    errors: [{ text: expect.stringContaining('./gone.css'), location: { line: 1 } }],
  })
})

test('the same source is the same build to the end of a year, and another in the next, which the footer shows', async () => {
  const bundles: Bundle[] = []
  for (const time of [Date.UTC(2026, 10, 30), Date.UTC(2026, 11, 31, 23, 59, 59), Date.UTC(2027, 0, 1)]) {
    vi.stubEnv('SOURCE_DATE_EPOCH', `${time / 1000}`)
    bundles.push(await publish())
  }
  expect(bundles.map(({ manifest }) => manifest.buildDate)).toEqual([
    '2026-11-30',
    '2026-12-31',
    '2027-01-01',
  ])
  const [november, december, january] = bundles.map(({ buildId }) => buildId)
  expect({ december, isJanuary: january === november }).toEqual({ december: november, isJanuary: false })
})

test('the script of a browser knows after an edit that the language of the company is written from right to left', async () => {
  const edited = await bundleWith('shared/site/company.ts', "lang: 'de'", "lang: 'ar'")
  expect(edited.table.languages[0]).toMatchObject({ lang: 'ar', isRightToLeft: true })
  expect(edited.virtualModules['virtual:site']).toContain('"lang":"ar","isRightToLeft":true')
})

/** Imports a picture, which takes as long as it is wide. Returns what takes it back. */
async function addPicture(file: string, width: number): Promise<() => void> {
  const noise = { type: 'gaussian', mean: 128, sigma: 50 } as const
  const picture = sharp({ create: { width, height: width, channels: 3, background: '#000', noise } })
  await picture.jpeg().toFile(join(folder, `shared/site/${width}.jpg`))
  return editFile(folder, file, /^/, `import '../../shared/site/${width}.jpg'\n`)
}

test('a build after one with a mistake sees the next edit, also where a picture was still being made', async () => {
  // That of the browser takes longer, so that the server's mistake is known before.
  const undo = [
    await addPicture('shared/site/browser.ts', 900),
    await addPicture('server/site/endpoints.ts', 200),
  ]
  const failed = bundleWith('server/site/policy.ts', /^/, 'const a = = 1\n')
  await expect(failed).rejects.toMatchObject({ errors: [{ location: { file: 'server/site/policy.ts' } }] })
  for (const takeBack of undo) takeBack()
  const edited = await bundleWith('shared/site/pages/contact.tsx', '</', ' am Hafen</')
  expect(filesWith(edited, 'am Hafen')).toEqual(['program.js'])
})

test('of a mistake in the route table and one in a script the first is told, and the next build sees the next edit', async () => {
  const undo = [
    await addPicture('shared/site/browser.ts', 901),
    editFile(folder, 'server/site/policy.ts', /^/, 'const a = = 1\n'),
  ]
  await expect(bundleWith('shared/site/routes.ts', /$/, '\nthrow new Error("no table")\n')).rejects.toThrow(
    'no table',
  )
  for (const takeBack of undo) takeBack()
  const edited = await bundleWith('shared/site/pages/contact.tsx', '</', ' am Hafen</')
  expect(filesWith(edited, 'am Hafen')).toEqual(['program.js'])
})

const withLinks = leaveOut(process.platform === 'win32', 'Windows makes no link for everybody')
test('a link in shared/site/public/ to a file that is gone is no file of the site', withLinks, async () => {
  const link = join(folder, 'shared/site/public/gone.txt')
  symlinkSync('nowhere.txt', link)
  onTestFinished(() => rmSync(link))
  expect([...(await bundler.rebuild()).files.keys()]).not.toContain('public/gone.txt')
})

test('the scripts of the server and of a browser have a public variable as it was at the build', () => {
  expect(filesWith(published, 'am Kanal')).toEqual(['program.js', 'public/assets/contact.js'])
})

test.each([
  { what: 'a file that is not there', line: "import './none.ts'", text: /Could not resolve "\.\/none\.ts"/ },
  {
    what: 'code of the server',
    line: "import '../../server/site/policy.ts'",
    text: /never reaches a browser/,
  },
  { what: 'a module of Node', line: "import 'node:fs'", text: /Could not resolve "node:fs"/ },
  { what: 'a secret', line: 'console.log(process.env.SECRET)', text: /SECRET doesn't exist in a browser/ },
])('development refuses $what in browser.ts, which no server runs', async ({ line, text }) => {
  const file = 'shared/site/browser.ts'
  await expect(bundleWith(file, /^/, `${line}\n`)).rejects.toMatchObject({
    errors: [{ text: expect.stringMatching(text), location: { file, line: 1 } }],
  })
})
