import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { HtmlValidate } from 'html-validate'
import supertest from 'supertest'
import { describe, expect, test } from 'vitest'
import { buildDate, definedFor } from '../../scripts/bundle/define.ts'
import { licences } from '../../scripts/bundle/licences.ts'
import { CONCURRENCY, inBatches } from '../../scripts/lib/batches.ts'
import { NOT_FOUND_PATH } from '../../server/constants.ts'
import { fileOf } from '../../server/paths.ts'
import { hasParts } from '../../shared/page-table.ts'
import { build, dist, folder, siteOf, table } from '../support/fixture-site.ts'

const read = (...path: string[]) => readFileSync(join(...path))
const list = (...path: string[]) =>
  readdirSync(join(...path), { recursive: true, encoding: 'utf8' }).map(name => name.replaceAll('\\', '/'))
const names = list(dist)
const own = list(folder, 'shared/site/public')
/** The pages in dist/: those of /stellen/:slug are the three that its loader names. */
const prerendered = [
  ...table.rows.filter(row => row.prerender !== false && !hasParts(row)).map(({ path }) => path),
  ...['/stellen/tischlerin', '/stellen/lagerist', '/stellen/constructor'],
]

describe('dist/', () => {
  test('has a file for each page, byte for byte what the live server sends', async () => {
    const agent = supertest(await siteOf())
    for (const path of [...prerendered, NOT_FOUND_PATH]) {
      const { text } = await agent.get(path)
      expect(text, path).toBe(String(read(dist, fileOf(path))))
    }
  })

  test('has pages and scripts in each content encoding, and each decodes to the file and is smaller', () => {
    const coded = names.filter(name => /\.(br|gz)$/.test(name))
    for (const name of [...prerendered.map(fileOf), ...names.filter(name => name.endsWith('.js'))])
      expect(coded).toEqual(expect.arrayContaining([`${name}.br`, `${name}.gz`]))
    for (const name of coded) {
      const [body, file] = [read(dist, name), read(dist, name.slice(0, -3))]
      expect((name.endsWith('.br') ? brotliDecompressSync : gunzipSync)(body).equals(file), name).toBe(true)
      expect(body.length, name).toBeLessThan(file.length)
    }
  })

  test('has every public file of the build, and those of shared/site/public/ under their own names', () => {
    expect(names).toEqual(expect.arrayContaining(list(build, 'public')))
    for (const name of own.filter(name => /^[^.].*\.(?!svg)/.test(name)))
      expect(read(dist, name)).toEqual(read(folder, 'shared/site/public', name))
  })

  test('is HTML to which html-validate has no objection, but for matters of style', async () => {
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
    for (const name of names.filter(name => name.endsWith('.html') && !own.includes(name))) {
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

test('pages are worked on in batches, and come in order', async () => {
  const all = Array.from({ length: 100 }, (_, n) => n)
  let [under, most] = [0, 0]
  const work = async (n: number) => {
    most = Math.max(most, ++under)
    await Promise.resolve()
    under--
    return n
  }
  expect(await Array.fromAsync(inBatches(all, work))).toEqual(all)
  expect(most).toBe(CONCURRENCY)
})

test('the day of a build is that of SOURCE_DATE_EPOCH where it is set, in any time zone', () => {
  const newYear = new Date('2031-12-31T23:59:59Z')
  expect(definedFor(buildDate({}, newYear)).BUILD_YEAR).toBe('2031')
  expect(definedFor(buildDate({ SOURCE_DATE_EPOCH: '946684799' }, newYear)).BUILD_YEAR).toBe('1999')
  expect(() => buildDate({ SOURCE_DATE_EPOCH: 'yesterday' })).toThrow(/^SOURCE_DATE_EPOCH is yesterday: /)
})

test('the day of a build decides until when security.txt is valid: less than a year', () => {
  expect(definedFor(new Date('2026-11-22T00:00:00Z')).SECURITY_EXPIRES).toBe('"2027-10-01T00:00:00Z"')
})

/** The packages of which the owner's stylesheets take a file, such as a typeface. */
const packagesOfStyles = list(folder, 'shared')
  .filter(name => name.endsWith('.css'))
  .map(name => String(read(folder, 'shared', name)).replace(/\/\*.*?\*\//gs, ''))
  .flatMap(css => [...css.matchAll(/node_modules\/((@[\w.-]+\/)?[\w.-]+)\//g)])
  .map(([, name = '']) => name)

test.each([
  { bundle: 'dist', where: dist, name: 'react-dom' },
  { bundle: 'dist', where: dist, name: 'nanoid' }, // One page alone imports it.
  { bundle: 'build', where: build, name: 'express' },
  ...[...new Set(packagesOfStyles)].map(name => ({ bundle: 'dist', where: dist, name })),
])('$bundle/licences.txt names $name', ({ where, name }) => {
  expect(String(read(where, 'licences.txt'))).toMatch(new RegExp(`^(.*, )?${name}(, .*)?$`, 'm'))
})

test('a package without a file with its licence is named with that of its package.json, and is a warning', () => {
  const project = mkdtempSync(join(tmpdir(), 'licences-test-'))
  const writePackage = (name: string, files: Record<string, string>) => {
    mkdirSync(join(project, 'node_modules', name), { recursive: true })
    for (const [file, text] of Object.entries(files))
      writeFileSync(join(project, 'node_modules', name, file), text)
  }
  writePackage('whole', { 'package.json': '{ "license": "MIT" }', 'LICENSE.md': 'Copyright Ada\n' })
  writePackage('@some/bare', { 'package.json': '{ "license": "ISC" }' })
  writePackage('silent', { 'package.json': '{}' })
  writePackage('unused', { 'package.json': '{ "license": "GPL-3.0-only" }' })
  const inputs = {
    'node_modules/silent/index.js': { bytesInOutput: 1 },
    'node_modules/whole/index.js': { bytesInOutput: 1 },
    'node_modules/@some/bare/lib/index.js': { bytesInOutput: 1 },
    'node_modules/@some/bare/lib/other.js': { bytesInOutput: 1 },
    'node_modules/unused/index.js': { bytesInOutput: 0 },
    'shared/site/pages/home.tsx': { bytesInOutput: 1 },
  }
  const outputs = { bundle: { inputs, bytes: 5, imports: [], exports: [] } }
  const line = '-'.repeat(80)
  const why = 'has no file with its licence: licences.txt names it as package.json does'
  expect(licences(project, { outputs })).toEqual({
    text: `@some/bare\n\nLicence: ISC\n\n${line}\n\nsilent\n\nLicence: unknown\n\n${line}\n\nwhole\n\nCopyright Ada\n`,
    warnings: [`node_modules/@some/bare ${why}, "ISC".`, `node_modules/silent ${why}, "unknown".`],
  })
})

test('the bundle of the server has nothing of scripts/', () => {
  const maps = ['server.js.map', 'start.js.map'].map(name => JSON.parse(String(read(build, name))))
  const sources: string[] = maps.flatMap(({ sources }) => sources)
  expect(sources).toContain('../server/http/app.ts')
  expect(sources.filter(source => source.startsWith('../scripts/'))).toEqual([])
})
