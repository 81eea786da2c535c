// What `npm run prerender` leaves in dist/ and build/: pages, files, their compressed forms, and names with a hash.
// static-server.test.ts has what our server makes of it.
import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { HtmlValidate } from 'html-validate'
import supertest from 'supertest'
import { describe, expect, test } from 'vitest'
import { inBatches } from '../../../scripts/lib/batches.ts'
import type { Prerendered } from '../../../server/lib/manifest.ts'
import { PRERENDERED_FILE } from '../../support/engine.ts'
import { build, coreRoutes, dist, folder, manifest, siteOf, table } from '../../support/fixture-site.ts'
import { patient } from '../../support/patient.ts'

const read = (...path: string[]) => readFileSync(join(...path))

/** The names of the files in a folder and below. */
function list(...path: string[]): string[] {
  const top = join(...path)
  const entries = readdirSync(top, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
  return entries.map(({ parentPath, name }) => relative(top, join(parentPath, name)).replaceAll('\\', '/'))
}
const names = list(dist)
const own = list(folder, 'shared/site/public')
const endsWith = (end: string) => names.filter(name => name.endsWith(end))

const { paths, hostFiles }: Prerendered = JSON.parse(String(read(dist, PRERENDERED_FILE)))
const htmlFile = (path: string) => (path === '/' ? 'index.html' : `${path.slice(1)}.html`)

describe('dist/', () => {
  test('has a file for each page that it names, and a 404.html for each language, byte for byte what the live server sends', async () => {
    const live = supertest(await siteOf())
    for (const path of [...paths, ...table.notFoundPaths]) {
      const { text } = await live.get(path)
      expect(read(dist, htmlFile(path)), path).toBeSameBytes(text)
    }
  })

  test('names each page of routes.ts but that with prerender: false', () => {
    const ofCore: readonly string[] = coreRoutes.map(({ path }) => path)
    expect(paths.filter(path => ofCore.includes(path)).sort()).toEqual([
      '/',
      '/anfrage',
      '/anfrage/gesendet',
      '/datenschutz',
      '/impressum',
      '/in-english',
      '/kontakt',
      '/leistungen',
      '/musterseite',
      '/stimmen',
      '/tagessaetze',
      '/ueber-uns/team',
      '/why-react',
    ])
  })

  test('has no other page, but those for hosts, and those of shared/site/public/', () => {
    const known = [...paths.map(htmlFile), ...table.notFoundPaths.map(htmlFile), ...own, ...hostFiles]
    expect(endsWith('.html').filter(name => !known.includes(name))).toEqual([])
  })

  test('has pages, scripts and text files in brotli and gzip', () => {
    const texts = ['lageplan.svg', 'licences.txt']
    const missing = [...paths.map(htmlFile), ...endsWith('.js'), ...texts]
      .flatMap(name => [`${name}.br`, `${name}.gz`])
      .filter(name => !names.includes(name))
    expect(missing).toEqual([])
  })

  test.each([
    { extension: '.br', decode: brotliDecompressSync },
    { extension: '.gz', decode: gunzipSync },
  ])('has in each file with $extension what is in the file itself, and smaller', ({ extension, decode }) => {
    const larger: string[] = []
    for (const name of endsWith(extension)) {
      const [coded, plain] = [read(dist, name), read(dist, name.slice(0, -extension.length))]
      expect(decode(coded), name).toBeSameBytes(plain)
      if (coded.length >= plain.length) larger.push(name)
    }
    expect(larger).toEqual([])
  })

  test('has no script with a comment about a licence: licences.txt has them all', () => {
    const scripts = endsWith('.js').filter(name => !own.includes(name))
    expect(scripts).not.toEqual([])
    const commented = scripts.filter(name => /\/\*!|@licen[cs]e|@preserve/.test(String(read(dist, name))))
    expect(commented).toEqual([])
  })

  test('has the files of shared/site/public/ under their own names, in NFC', () => {
    for (const name of own)
      expect(read(dist, name.normalize()), name).toBeSameBytes(read(folder, 'shared/site/public', name))
  })

  test('has the licences', () => {
    expect(names).toContain('licences.txt')
  })

  test('is HTML to which html-validate has no objection, but for matters of style', patient, async () => {
    const style =
      'void-style attr-case attribute-boolean-style attribute-empty-style no-implicit-input-type valid-id'
    const off = [
      ...style.split(' '),
      'require-sri', // A service changes its script.
      'long-title', // It takes `&quot;` for six characters.
      'unique-landmark', // Of the two menus of the header one is shown: a company may call both alike.
      'no-inline-style', // The policy of the fixture allows computed styles.
      'tel-non-breaking', // A company writes its number as it likes.
    ]
    const validator = new HtmlValidate({
      extends: ['html-validate:recommended', 'html-validate:document'],
      rules: Object.fromEntries(off.map(rule => [rule, 'off'])),
    })
    /** One of each kind: to validate all of them takes seconds. */
    const kinds = ['', 'musterseite', 'impressum', 'anfrage', '404']
    for (const name of kinds.map(path => htmlFile(`/${path}`))) {
      const { results } = await validator.validateString(String(read(dist, name)))
      const messages = results.flatMap(({ messages }) => messages)
      expect(messages, name).toEqual([])
    }
  })
})

describe.each([
  ['dist/assets', list(dist, 'assets')],
  ['build/public/assets', list(build, 'public/assets')],
])('%s, which browsers keep for a year,', (_, assets) => {
  test('has a hash in the name of each file', () => {
    /** That of esbuild, or that of a picture with a width, or of a video; and the content encoding. */
    const hashed = /-([A-Z0-9]{8}|[\da-f]{10}(-\d+)?)\.\w+(\.(br|gz))?$/
    expect(assets.filter(name => !hashed.test(name))).toEqual([])
  })

  test.each([
    'all-pages-HASH.js',
    'not-found-HASH.js',
    'home-HASH.js',
    'chunk-HASH.js',
    'familjen-grotesk-latin-400-normal-HASH.woff2',
    'hausschrift-600-HASH.woff2',
  ])('has %s', name => {
    const pattern = new RegExp(`^${name.replace('HASH', '[A-Z0-9]{8}')}$`)
    expect(assets).toContainEqual(expect.stringMatching(pattern))
  })
})

test('a page requests no script that knows the other pages: the first navigation does', () => {
  const scriptsOf = (html: string) => new Set(html.match(/\/assets\/[\w-]+\.js/g))
  const others = 'Team | M' // The title of /ueber-uns/team.
  const knows = (script: string) => String(read(dist, script)).includes(others)
  const requested = [...scriptsOf(String(read(dist, 'index.html')))]
  expect(requested).not.toEqual([])
  expect(requested.filter(knows)).toEqual([])
  expect(endsWith('.js').filter(knows)).toContainEqual(expect.stringMatching(/^assets\/all-pages-/))
})

test.each([
  { what: 'a description', text: 'Eine Seite, von der zwei Teile' },
  { what: 'a budget or a drawing', text: /\b(budget:\{|drawing:")/ },
])('no script has $what of a route: routes.ts is in none', ({ text }) => {
  const scripts = endsWith('.js').filter(name => name.startsWith('assets/'))
  expect(scripts.filter(name => String(read(dist, name)).search(text) >= 0)).toEqual([])
})

test('no more than 32 pages are rendered at the same time, and they come in order', async () => {
  const all = Array.from({ length: 100 }, (_, n) => n)
  let underWay = 0
  let most = 0
  const work = async (n: number) => {
    underWay++
    most = Math.max(most, underWay)
    await Promise.resolve()
    underWay--
    return n
  }
  expect(await Array.fromAsync(inBatches(all, work))).toEqual(all)
  expect(most).toBe(32)
})

test('the server has the production builds of React', () => {
  const { sources }: { sources: string[] } = JSON.parse(String(read(build, 'program.js.map')))
  const ofReact = sources.filter(source => /node_modules.react(-dom)?.cjs/.test(source))
  expect(ofReact).toContainEqual(expect.stringContaining('react-dom-server.node.production'))
  expect(ofReact.filter(source => source.includes('development'))).toEqual([])
})

test('no script of a visitor has anything of development', () => {
  const texts = readdirSync(join(build, 'public/assets'))
    .filter(name => name.endsWith('.js'))
    .map(name => String(read(build, `public/assets/${name}`)))
  expect(texts.join()).toMatch(/hydrateRoot/)
  expect(texts.join()).not.toMatch(/import\.meta|RefreshReg|dev:update|dev:program/)
})

test('the id of a build has twelve letters of a hash', () => {
  expect(manifest.buildId).toMatch(/^[\w-]{12}$/)
})

test('a page has its own script first, and then the one that it shares with another page', () => {
  const [own, shared, ...others] = manifest.pageScripts.team ?? []
  expect({ own, shared, others }).toEqual({
    own: expect.stringMatching(/^\/assets\/team-\w{8}\.js$/),
    shared: manifest.pageScripts.everything?.[1],
    others: [],
  })
})

test('the files that are too large for the memory of the server have a hash, for their ETag', () => {
  const large = Object.keys(manifest.digests).filter(name => !name.startsWith('og/'))
  expect(large.sort()).toEqual(['inventar.json', 'preise.json', 'tour.mp4'])
})

test('a social image has a hash of its bytes, for its ETag', () => {
  const previews = names.filter(name => name.startsWith('og/')).sort()
  const hashes = previews.map(name => [name, hash('sha256', read(dist, name), 'base64url')])
  expect(
    Object.entries(manifest.digests)
      .filter(([name]) => name.startsWith('og/'))
      .sort(),
  ).toEqual(hashes)
})

test('build/ runs in a folder of its own, as in an image: its files are modules there, too', () => {
  expect(JSON.parse(String(read(build, 'package.json')))).toEqual({ type: 'module' })
})

test('the script that stands in each page is minified', () => {
  expect(manifest.scriptLoader).toMatch(/^\S.*\S$/)
})

test('a page, or another script, names each script', () => {
  const scripts = endsWith('.js').filter(name => name.startsWith('assets/'))
  const texts = [...names.filter(name => /\.(html|js)$/.test(name))].map(name => String(read(dist, name)))
  const unnamed = scripts.filter(name => !texts.some(text => text.includes(name.replace('assets/', ''))))
  expect(unnamed).toEqual([])
})

test('maps of the source are beside the server alone, and have no text of it', () => {
  const maps = list(build).filter(name => name.endsWith('.map'))
  expect(maps).toEqual(expect.arrayContaining(['server.js.map', 'program.js.map']))
  expect(maps.filter(name => name.startsWith('public/'))).toEqual([])
  expect(maps.filter(name => JSON.parse(String(read(build, name))).sourcesContent)).toEqual([])
  expect(endsWith('.map')).toEqual([])
})

test('the bundle of the server has nothing of scripts/', () => {
  const maps = ['server.js.map', 'program.js.map'].map(name => JSON.parse(String(read(build, name))))
  const sources: string[] = maps.flatMap(({ sources }) => sources)
  expect(sources).toContain('../server/http/app.ts')
  expect(sources.filter(source => source.startsWith('../scripts/'))).toEqual([])
})
