// The bundles of a copy of the fixture, and how they change after an edit.
import { rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Bundle, Bundler } from '../../scripts/bundle/bundle.ts'
import { createBundlerIn, noPackages } from '../support/bundler.ts'
import { addFixture, copyProject, editFile } from '../support/copy-project.ts'
import { skipIf } from '../support/needs.ts'

const folder = copyProject()
addFixture(folder)
editFile(folder, 'shared/site/pages/contact.tsx', '</', ' {process.env.PUBLIC_PLACE}</')

const setPlace = () => vi.stubEnv('PUBLIC_PLACE', 'am Kanal')
beforeEach(setPlace)

let bundler: Bundler
let first: Bundle
beforeAll(async () => {
  setPlace()
  bundler = await createBundlerIn(folder, { packages: noPackages })
  first = await bundler.rebuild()
})
afterAll(() => bundler.dispose())

/** The production bundle. */
let published: Bundle
beforeAll(async () => {
  setPlace()
  published = await publish()
})

async function publish(): Promise<Bundle> {
  const forVisitors = await createBundlerIn(folder)
  return forVisitors.rebuild().finally(forVisitors.dispose)
}

/** Bundles the source with an edit, and reverts the edit. */
async function bundleWith(file: string, from: string | RegExp, to: string): Promise<Bundle> {
  const undo = editFile(folder, file, from, to)
  return bundler.rebuild().finally(undo)
}

const withoutHash = (name: string) => name.replace(/-[A-Z\d]{8}(?=\.)/, '')
/** The names of the files that contain a text, without their source maps. */
const filesWith = ({ files }: Bundle, text: string) =>
  [...files]
    .filter(([name, body]) => !name.endsWith('.map') && Buffer.from(body).includes(text))
    .map(([name]) => withoutHash(name))
    .sort()

test('a page with the id notFound doesn’t replace the script of the 404 page', async () => {
  onTestFinished(editFile(folder, 'shared/site/components.ts', 'team: ', 'notFound: '))
  const { manifest } = await bundleWith('shared/site/routes.ts', 'team: ', 'notFound: ')
  expect({
    ofPage: manifest.pageScripts.notFound?.map(withoutHash)[0],
    of404: manifest.notFoundScript.map(withoutHash),
  }).toEqual({ ofPage: '/assets/team.js', of404: ['/assets/not-found.js'] })
})

test.each<[string, file: string, from: string | RegExp, to: string]>([
  ['the script loader', 'client/script-loader.ts', 'MAX_WAIT_MS = 2000', 'MAX_WAIT_MS = 2001'],
  ['a public file', 'shared/site/public/google123.html', /$/, 'edited'],
  ['a style', 'shared/styles/base.css', /$/, '\nh1 { outline: 7px solid }\n'],
])('an edit of %s changes the build id', async (_, file, from, to) => {
  const { manifest } = await bundleWith(file, from, to)
  expect(manifest.buildId).not.toBe(first.manifest.buildId)
})

test('a comment in a stylesheet doesn’t change the build id, in development or production', async () => {
  const edit = ['shared/styles/base.css', /^/, '/* Nothing. */\n\n'] as const
  const edited = await bundleWith(...edit)
  onTestFinished(editFile(folder, ...edit))
  const forVisitors = await publish()
  expect([edited, forVisitors].map(({ manifest }) => manifest.buildId)).toEqual([
    first.manifest.buildId,
    published.manifest.buildId,
  ])
})

test('the build id changes with the year, which the footer shows, but not within it', async () => {
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
  const [november, december, january] = bundles.map(({ manifest }) => manifest.buildId)
  expect({ december, isJanuary: january === november }).toEqual({ december: november, isJanuary: false })
})

/** Imports an image, which takes longer the wider it is. Returns a function that reverts the edit. */
async function addPicture(file: string, width: number): Promise<() => void> {
  const noise = { type: 'gaussian', mean: 128, sigma: 50 } as const
  const picture = sharp({ create: { width, height: width, channels: 3, background: '#000', noise } })
  await picture.jpeg().toFile(join(folder, `shared/site/${width}.jpg`))
  return editFile(folder, file, /^/, `import '../../shared/site/${width}.jpg'\n`)
}

test('a build sees the next edit after one that failed while an image was still being encoded', async () => {
  // The browser's image takes longer, so that the server's mistake is known first.
  const undo = [
    await addPicture('shared/site/browser.ts', 900),
    await addPicture('server/site/endpoints.ts', 200),
  ]
  const failed = bundleWith('server/site/policy.ts', /^/, 'const a = = 1\n')
  await expect(failed).rejects.toMatchObject({ errors: [{ location: { file: 'server/site/policy.ts' } }] })
  for (const restore of undo) restore()
  const edited = await bundleWith('shared/site/pages/contact.tsx', '</', ' am Hafen</')
  expect(filesWith(edited, 'am Hafen')).toEqual(['program.js'])
})

test('a mistake in the route table is reported first, and the next build sees the next edit', async () => {
  const undo = [
    await addPicture('shared/site/browser.ts', 901),
    editFile(folder, 'server/site/policy.ts', /^/, 'const a = = 1\n'),
  ]
  await expect(bundleWith('shared/site/routes.ts', /$/, '\nthrow new Error("no table")\n')).rejects.toThrow(
    'no table',
  )
  for (const restore of undo) restore()
  const edited = await bundleWith('shared/site/pages/contact.tsx', '</', ' am Hafen</')
  expect(filesWith(edited, 'am Hafen')).toEqual(['program.js'])
})

const withLinks = skipIf(process.platform === 'win32', 'Windows makes no link for everybody')
test('a dangling symlink in shared/site/public/ is ignored', withLinks, async () => {
  const link = join(folder, 'shared/site/public/gone.txt')
  symlinkSync('nowhere.txt', link)
  onTestFinished(() => rmSync(link))
  expect([...(await bundler.rebuild()).files.keys()]).not.toContain('public/gone.txt')
})

test('a public variable is inlined at build time into the scripts of the server and the browser', () => {
  expect(filesWith(published, 'am Kanal')).toEqual(['program.js', 'public/assets/contact.js'])
})

test.each([
  { what: 'a missing file', line: "import './none.ts'", text: /Could not resolve "\.\/none\.ts"/ },
  {
    what: 'server code',
    line: "import '../../server/site/policy.ts'",
    text: /never reaches a browser/,
  },
  { what: 'a Node module', line: "import 'node:fs'", text: /Could not resolve "node:fs"/ },
])('development rejects $what in browser.ts, which the server never runs', async ({ line, text }) => {
  const file = 'shared/site/browser.ts'
  await expect(bundleWith(file, /^/, `${line}\n`)).rejects.toMatchObject({
    errors: [{ text: expect.stringMatching(text), location: { file, line: 1 } }],
  })
})
