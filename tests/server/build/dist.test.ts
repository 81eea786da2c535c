// What `npm run prerender` writes to dist/ and build/: pages, files, their compressed copies, and hashed names.
// static-server.test.ts covers how our server serves them.
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
import { slow } from '../../support/slow.ts'

const read = (...path: string[]) => readFileSync(join(...path))

/** The names of all files in a folder and its subfolders. */
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
  test('has each page, and a 404.html for each language, byte for byte as the live server sends it', async () => {
    const live = supertest(await siteOf())
    for (const path of [...paths, ...table.notFoundPaths]) {
      const { text } = await live.get(path)
      expect(read(dist, htmlFile(path)), path).toBeSameBytes(text)
    }
  })

  test('lists every page of routes.ts except the one with prerender: false', () => {
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

  test('has no HTML besides these pages, the hosts’ files and shared/site/public/', () => {
    const known = [...paths.map(htmlFile), ...table.notFoundPaths.map(htmlFile), ...own, ...hostFiles]
    expect(endsWith('.html').filter(name => !known.includes(name))).toEqual([])
  })

  test('has a .br and a .gz file for every page, script and text file', () => {
    const texts = ['lageplan.svg', 'licences.txt']
    const missing = [...paths.map(htmlFile), ...endsWith('.js'), ...texts]
      .flatMap(name => [`${name}.br`, `${name}.gz`])
      .filter(name => !names.includes(name))
    expect(missing).toEqual([])
  })

  test.each([
    { extension: '.br', decode: brotliDecompressSync },
    { extension: '.gz', decode: gunzipSync },
  ])('has $extension files that are smaller, and decode to the original', ({ extension, decode }) => {
    const larger: string[] = []
    for (const name of endsWith(extension)) {
      const [coded, plain] = [read(dist, name), read(dist, name.slice(0, -extension.length))]
      expect(decode(coded), name).toBeSameBytes(plain)
      if (coded.length >= plain.length) larger.push(name)
    }
    expect(larger).toEqual([])
  })

  test('has no licence comments in its scripts', () => {
    const scripts = endsWith('.js').filter(name => !own.includes(name))
    expect(scripts).not.toEqual([])
    const commented = scripts.filter(name => /\/\*!|@licen[cs]e|@preserve/.test(String(read(dist, name))))
    expect(commented).toEqual([])
  })

  test('has the files of shared/site/public/ under their own names, in NFC', () => {
    for (const name of own)
      expect(read(dist, name.normalize()), name).toBeSameBytes(read(folder, 'shared/site/public', name))
  })

  test('has HTML that passes html-validate, apart from rules of style', slow, async () => {
    const style =
      'void-style attr-case attribute-boolean-style attribute-empty-style no-implicit-input-type valid-id'
    const off = [
      ...style.split(' '),
      'require-sri', // A third party may change its script.
      'long-title', // It counts `&quot;` as six characters.
      'unique-landmark', // Only one of the header's two menus is shown at a time, so they may share a name.
      'no-inline-style', // The fixture's policy allows computed styles.
      'tel-non-breaking', // A company formats its number as it likes.
    ]
    const validator = new HtmlValidate({
      extends: ['html-validate:recommended', 'html-validate:document'],
      rules: Object.fromEntries(off.map(rule => [rule, 'off'])),
    })
    /** One page of each kind: validating all of them takes seconds. */
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
])('%s, which browsers cache for a year,', (_, assets) => {
  test('has a hash in every file name', () => {
    /** esbuild's hash, or a picture's with its width, or a video's; then the content encoding. */
    const hashed = /-([A-Z0-9]{8}|[\da-f]{10}(-\d+)?)\.\w+(\.(br|gz))?$/
    expect(assets).toContainEqual(expect.stringMatching(/^familjen-grotesk-latin-400-normal-.*\.woff2$/))
    expect(assets.filter(name => !hashed.test(name))).toEqual([])
  })
})

test('only all-pages.js, which no page requests on load, knows the other pages', () => {
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
])('no script contains $what of a route', ({ text }) => {
  const scripts = endsWith('.js').filter(name => name.startsWith('assets/'))
  expect(scripts.filter(name => String(read(dist, name)).search(text) >= 0)).toEqual([])
})

test('batches run at most 32 tasks at the same time, and yield results in order', async () => {
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

test('the server bundle has the production build of React', () => {
  const { sources }: { sources: string[] } = JSON.parse(String(read(build, 'program.js.map')))
  const ofReact = sources.filter(source => /node_modules.react(-dom)?.cjs/.test(source))
  expect(ofReact).toContainEqual(expect.stringContaining('react-dom-server.node.production'))
  expect(ofReact.filter(source => source.includes('development'))).toEqual([])
})

test('the browser’s scripts contain no code for development, neither ours nor React’s', () => {
  const texts = readdirSync(join(build, 'public/assets'))
    .filter(name => name.endsWith('.js'))
    .map(name => String(read(build, `public/assets/${name}`)))
  expect(texts.join()).toMatch(/hydrateRoot/)
  expect(texts.join()).not.toMatch(/import\.meta|RefreshReg|dev:update|dev:program|React DevTools/)
})

test('a build id has twelve characters of a hash', () => {
  expect(manifest.buildId).toMatch(/^[\w-]{12}$/)
})

test('the manifest lists a page’s own script before the one it shares', () => {
  const [own, shared, ...others] = manifest.pageScripts.team ?? []
  expect({ own, shared, others }).toEqual({
    own: expect.stringMatching(/^\/assets\/team-\w{8}\.js$/),
    shared: manifest.pageScripts.everything?.[1],
    others: [],
  })
})

test('the manifest has the hashes of files that are too large to hold in memory', () => {
  const large = Object.keys(manifest.digests).filter(name => !name.startsWith('og/'))
  expect(large.sort()).toEqual(['inventar.json', 'tour.mp4'])
})

test('build/ declares its files as modules, so that it runs outside the project', () => {
  expect(JSON.parse(String(read(build, 'package.json')))).toEqual({ type: 'module' })
})

test('the inline script loader is minified', () => {
  expect(manifest.scriptLoader).toMatch(/^\S.*\S$/)
})

test('every script is referenced by a page or by another script', () => {
  const scripts = endsWith('.js').filter(name => name.startsWith('assets/'))
  const texts = [...names.filter(name => /\.(html|js)$/.test(name))].map(name => String(read(dist, name)))
  const unnamed = scripts.filter(name => !texts.some(text => text.includes(name.replace('assets/', ''))))
  expect(unnamed).toEqual([])
})

test('only the server has source maps, and they contain no source code', () => {
  const maps = list(build).filter(name => name.endsWith('.map'))
  expect(maps).toEqual(expect.arrayContaining(['server.js.map', 'program.js.map']))
  expect(maps.filter(name => name.startsWith('public/'))).toEqual([])
  expect(maps.filter(name => JSON.parse(String(read(build, name))).sourcesContent)).toEqual([])
  expect(endsWith('.map')).toEqual([])
})

test('the server bundle contains no code from scripts/', () => {
  const maps = ['server.js.map', 'program.js.map'].map(name => JSON.parse(String(read(build, name))))
  const sources: string[] = maps.flatMap(({ sources }) => sources)
  expect(sources).toContain('../server/http/app.ts')
  expect(sources.filter(source => source.startsWith('../scripts/'))).toEqual([])
})
