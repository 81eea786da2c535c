// What the bundler makes of the fixture in development, and what of it is another after an edit, on a copy of the project.
// dev-server.test.ts has what is made of its bundles, bundle-options.test.ts what their scripts have.
import { renameSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { BuildContext, BuildOptions } from 'esbuild'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Bundle, Bundler } from '../../scripts/bundle/bundle.ts'
import { copyProject, editFile, layFixture } from '../support/copy-project.ts'
import { leaveOut } from '../support/needs.ts'

const folder = copyProject()
layFixture(folder)
editFile(folder, 'shared/site/pages/contact.tsx', '</', ' {process.env.PUBLIC_PLACE}</')

const esbuild = vi.hoisted(() => ({
  /** esbuild gives its outputs in any order. */
  isReversed: false,
  /** Until then the bundle of the browser does not end. */
  browserMayEnd: Promise.resolve(),
  /** Called when the bundle of the server has a mistake. */
  onServerFailed: () => {},
}))
vi.mock('esbuild', async importOriginal => {
  const original = await importOriginal<typeof import('esbuild')>()
  const context = async (options: BuildOptions): Promise<BuildContext> => {
    const own = await original.context(options)
    const isServer = options.platform === 'node'
    const rebuild = async () => {
      const built = await own.rebuild().catch(error => {
        if (isServer) esbuild.onServerFailed()
        throw error
      })
      if (!isServer) await esbuild.browserMayEnd
      if (esbuild.isReversed) built.outputFiles?.reverse()
      return built
    }
    return { ...own, rebuild }
  }
  return { ...original, context }
})

/** The scripts of the copy. */
const bundling: typeof import('../../scripts/bundle/bundle.ts') &
  typeof import('../../scripts/bundle/read-table.ts') = {
  ...(await import(join(folder, 'scripts/bundle/bundle.ts'))),
  ...(await import(join(folder, 'scripts/bundle/read-table.ts'))),
}

const setPlace = () => vi.stubEnv('PUBLIC_PLACE', 'am Kanal')
beforeEach(setPlace)

let bundler: Bundler
let first: Bundle
beforeAll(async () => {
  setPlace()
  bundler = await bundling.createBundler({ start: 'server/program.ts' }, 'development')
  first = await bundler.rebuild()
})
afterAll(() => bundler.dispose())

/** Bundles the source with an edit, and takes the edit back. */
async function bundleWith(file: string, from: string | RegExp, to: string): Promise<Bundle> {
  const undo = editFile(folder, file, from, to)
  return bundler.rebuild().finally(undo)
}

/** The names of the files in which a text stands, without their hashes. Their source maps have it, too. */
const filesWith = ({ files }: Bundle, text: string) => {
  const found = [...files].filter(
    ([name, body]) => !name.endsWith('.map') && Buffer.from(body).includes(text),
  )
  return found.map(([name]) => withoutHash(name)).sort()
}
const withoutHash = (name: string) => name.replace(/-[A-Z\d]{8}(?=\.)/, '')

test('development has every text, also drafts and those of a day to come, in the order of their names', () => {
  expect(first.manifest.content.map(({ id }) => id)).toEqual([
    'angebot/abnahme.md',
    'angebot/bestandsaufnahme.md',
    'angebot/index.md',
    'angebot/uebergabe.md',
    'blog/entwurf.md',
    'blog/erster-beitrag.md',
    'blog/hof-im-schnee.md',
    'blog/index.md',
    'blog/zukunft.md',
    'impressum.md',
  ])
})

test('development has the program with its source map, the icons and the public files, and no list of licences', () => {
  const names = [...first.files.keys()].filter(name => !name.startsWith('public/assets/'))
  expect(names.sort()).toEqual([
    'public/.well-known/lager.json',
    'public/.well-known/security.txt',
    'public/Größe #5 (100 %).txt',
    'public/Preisliste für Größen.pdf',
    'public/apple-touch-icon.png',
    'public/favicon.ico',
    'public/favicon.svg',
    'public/google123.html',
    'public/zaehler.js',
    'start.js',
    'start.js.map',
  ])
})

test('each page with a script names its own script first, and then those that it shares with few', () => {
  const { pageScripts } = first.manifest
  const scripts = Object.entries(pageScripts).map(([id, urls]) => [id, urls.map(withoutHash)])
  const [team, everything] = [pageScripts.team, pageScripts.everything]
  expect(Object.fromEntries(scripts)).toEqual({
    notFound: ['/assets/not-found.js'],
    home: ['/assets/home.js'],
    services: ['/assets/services.js'],
    team: ['/assets/team.js', '/assets/chunk.js'],
    whyReact: ['/assets/why-react.js'],
    contact: ['/assets/contact.js'],
    privacy: ['/assets/privacy.js'],
    everything: ['/assets/everything.js', '/assets/chunk.js'],
    voices: ['/assets/voices.js'],
    jobs: ['/assets/jobs.js'],
    job: ['/assets/job.js'],
    stock: ['/assets/stock.js'],
    courses: ['/assets/courses.js'],
    enquiry: ['/assets/enquiry.js'],
    prices: ['/assets/prices.js'],
    inEnglish: ['/assets/in-english.js'],
  })
  expect(team?.[1]).toBe(everything?.[1])
})

test('a page knows the packages that it alone imports, and which file does', () => {
  expect({ whyReact: first.packages('whyReact'), home: first.packages('home') }).toEqual({
    whyReact: ['nanoid in shared/site/pages/why-react.tsx'],
    home: [],
  })
})

test('the script by which development reloads a page knows the version of its build', () => {
  expect(first.manifest.reload).toContain(`/dev/events?${first.manifest.version}"`)
})

test.each<[string, file: string, from: string | RegExp, to: string]>([
  ['the script that loads the others', 'client/loader.ts', 'MAX_WAIT = 2000', 'MAX_WAIT = 2001'],
  ['the script of development', 'client/reload.ts', /$/, '\nvoid 0\n'],
  ['a public file', 'shared/site/public/google123.html', /$/, 'edited'],
  ['a text', 'shared/site/content/impressum.md', /$/, '\nedited'],
])('an edit of %s is another version, for which pages are reloaded', async (_, file, from, to) => {
  const edited = await bundleWith(file, from, to)
  expect(edited.codeHash).not.toBe(first.codeHash)
  expect(edited.manifest.version).not.toBe(first.manifest.version)
})

test('another name of a public file is another version', async () => {
  const file = join(folder, 'shared/site/public/zaehler.js')
  renameSync(file, `${file}x`)
  onTestFinished(() => renameSync(`${file}x`, file))
  expect((await bundler.rebuild()).codeHash).not.toBe(first.codeHash)
})

test('an edit of a style is another version, of the same code', async () => {
  const edited = await bundleWith('shared/styles/base.css', /$/, '\nh1 { outline: 7px solid }\n')
  expect(edited.codeHash).toBe(first.codeHash)
  expect(edited.manifest.version).not.toBe(first.manifest.version)
})

test('the same source is the same version, in whatever order esbuild gives its files', async () => {
  esbuild.isReversed = true
  onTestFinished(() => {
    esbuild.isReversed = false
  })
  const { manifest } = await bundler.rebuild()
  expect(manifest.version).toBe(first.manifest.version)
})

test('the script of a browser knows after an edit that the language of the company is written from right to left', async () => {
  const edited = await bundleWith('shared/site/company.ts', "lang: 'de'", "lang: 'ar'")
  expect(filesWith(edited, 'rightToLeft = ["ar"]')).toEqual(['public/assets/chunk.js'])
})

test('a build with a mistake ends when all of it has ended, so that the next one sees the next edit', async () => {
  const order: string[] = []
  const serverFailed = new Promise<void>(resolve => {
    esbuild.onServerFailed = resolve
  })
  const { promise, resolve: endBrowser } = Promise.withResolvers<void>()
  esbuild.browserMayEnd = promise
  const failed = bundleWith('server/program.ts', /^/, 'const a = = 1\n').catch(error => {
    order.push('the mistake was told')
    return error
  })
  await serverFailed
  await setImmediate() // What follows from that has happened.
  order.push('the bundle of the browser ended')
  endBrowser()
  expect(await failed).toMatchObject({ errors: [{ location: { file: 'server/program.ts', line: 1 } }] })
  expect(order).toEqual(['the bundle of the browser ended', 'the mistake was told'])
  expect((await bundler.rebuild()).manifest.version).toBe(first.manifest.version)
})

const withLinks = leaveOut(process.platform === 'win32', 'Windows makes no link for everybody')
test('a link in shared/site/public/ to a file that is gone is no file of the site', withLinks, async () => {
  const link = join(folder, 'shared/site/public/gone.txt')
  symlinkSync('nowhere.txt', link)
  onTestFinished(() => rmSync(link))
  expect([...(await bundler.rebuild()).files.keys()]).not.toContain('public/gone.txt')
})

test('a site without a drawing needs no folder of them', async () => {
  const drawings = join(folder, 'shared/site/drawings')
  renameSync(drawings, `${drawings}-away`)
  onTestFinished(() => renameSync(`${drawings}-away`, drawings))
  for (const name of ['systems', 'ledger', 'switchDrawing'])
    onTestFinished(
      editFile(
        folder,
        'shared/site/pages/home.tsx',
        new RegExp(`^import ${name} .*$`, 'm'),
        `const ${name} = null`,
      ),
    )
  const { files } = await bundleWith('shared/site/pages.ts', /^ *drawing: .*$/gm, '')
  expect([...files.keys()]).toContain('start.js')
})

test('the scripts of the server and of a browser have a public variable as it was at the build', () => {
  expect(filesWith(first, 'am Kanal')).toEqual(['public/assets/contact.js', 'start.js'])
})

test.each([
  { when: 'at the first second of its day', now: Date.UTC(2026, 0, 15), publishedOn: undefined },
  { when: 'a second before', now: Date.UTC(2026, 0, 14, 23, 59, 59), publishedOn: '2026-01-15' },
])(
  'a build has a text of a day where SOURCE_DATE_EPOCH is $when: $publishedOn',
  async ({ now, publishedOn }) => {
    vi.stubEnv('SOURCE_DATE_EPOCH', `${now / 1000}`)
    const { table, unpublished } = await bundling.readTable(false)
    const path = '/blog/hof-im-schnee'
    expect({ isThere: table.match(path) !== undefined, publishedOn: unpublished.get(path) }).toEqual({
      isThere: publishedOn === undefined,
      publishedOn,
    })
  },
)

test('the program of development has its libraries outside, so that an edit bundles and loads our own files alone', () => {
  expect(filesWith(first, 'from "express"')).toEqual(['start.js'])
})

test.each(['react', 'react-dom/server', 'react-router'])(
  'the program of development has one %s for the server and for the components: outside',
  library => {
    expect(filesWith(first, `from "${library}"`)).toEqual(['start.js'])
  },
)

test('a browser gets no file that only names what is in React’s, nor its source map', () => {
  expect([...first.files.keys()].filter(name => name.startsWith('public/assets/react-'))).toEqual([])
})
