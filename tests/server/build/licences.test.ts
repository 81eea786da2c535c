// licences.txt, in build/ and dist/, names every package whose files the site sends or runs.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { licences } from '../../../scripts/bundle/licences.ts'
import { build, dist, folder } from '../../support/fixture-site.ts'

const read = (...path: string[]) => readFileSync(join(...path), 'utf8')

/** The packages whose files the site's stylesheets use, such as typefaces. */
const packagesOfStyles = readdirSync(join(folder, 'shared'), { recursive: true, encoding: 'utf8' })
  .filter(name => name.endsWith('.css'))
  .map(name => read(folder, 'shared', name).replace(/\/\*.*?\*\//gs, ''))
  .flatMap(css => [...css.matchAll(/node_modules\/((@[\w.-]+\/)?[\w.-]+)\//g)])
  .map(([, name = '']) => name)

test.each([
  { bundle: 'dist', where: dist, name: 'react-dom' },
  { bundle: 'dist', where: dist, name: 'nanoid' }, // Only one page imports it.
  { bundle: 'build', where: build, name: 'express' },
  ...[...new Set(packagesOfStyles)].map(name => ({ bundle: 'dist', where: dist, name })),
])('$bundle/licences.txt names $name', ({ where, name }) => {
  expect(read(where, 'licences.txt')).toMatch(new RegExp(`^(.*, )?${name}(, .*)?$`, 'm'))
})

test('a package without a licence file is listed with the licence in its package.json, and warned about', () => {
  const project = mkdtempSync(join(tmpdir(), 'licences-test-'))
  const writePackage = (name: string, files: Record<string, string>) => {
    mkdirSync(join(project, 'node_modules', name), { recursive: true })
    for (const [file, text] of Object.entries(files))
      writeFileSync(join(project, 'node_modules', name, file), text)
  }
  writePackage('whole', { 'package.json': '{ "license": "MIT" }', 'LICENSE.md': 'Copyright Ada\n' })
  writePackage('@some/bare', { 'package.json': '{ "license": "ISC" }' })
  writePackage('silent', { 'package.json': '{}' })
  writePackage('whole/node_modules/inner', { 'package.json': '{}', LICENSE: 'Copyright Bob' })
  writePackage('unused', { 'package.json': '{ "license": "GPL-3.0-only" }' })
  const inputs = {
    'node_modules/silent/index.js': { bytesInOutput: 1 },
    'node_modules/whole/index.js': { bytesInOutput: 1 },
    'node_modules/whole/node_modules/inner/index.js': { bytesInOutput: 1 },
    'node_modules/@some/bare/lib/index.js': { bytesInOutput: 1 },
    'node_modules/@some/bare/lib/other.js': { bytesInOutput: 1 },
    'node_modules/unused/index.js': { bytesInOutput: 0 },
    'shared/site/pages/home.tsx': { bytesInOutput: 1 },
  }
  const outputs = { bundle: { inputs, bytes: 5, imports: [], exports: [] } }
  const line = '-'.repeat(80)
  const why = 'has no file with its licence: licences.txt has the licence of package.json'
  expect(licences(project, { outputs })).toEqual({
    text: `@some/bare\n\nLicence: ISC\n\n${line}\n\nsilent\n\nLicence: unknown\n\n${line}\n\nwhole\n\nCopyright Ada\n\n${line}\n\ninner\n\nCopyright Bob\n`,
    warnings: [`node_modules/@some/bare ${why}, "ISC".`, `node_modules/silent ${why}, "unknown".`],
  })
})

test.each(['LICENCE.md', 'copying.txt'])(
  'the licence text in %s is listed once for the packages that share it',
  name => {
    const project = mkdtempSync(join(tmpdir(), 'licences-test-'))
    for (const one of ['b', 'a']) {
      mkdirSync(join(project, 'node_modules', one), { recursive: true })
      writeFileSync(join(project, 'node_modules', one, 'package.json'), '{ "license": "MIT" }')
      writeFileSync(join(project, 'node_modules', one, name), '\nCopyright Ada\n\n')
    }
    const inputs = {
      'node_modules/b/index.js': { bytesInOutput: 1 },
      'node_modules/a/index.js': { bytesInOutput: 1 },
    }
    const outputs = { bundle: { inputs, bytes: 5, imports: [], exports: [] } }
    expect(licences(project, { outputs })).toEqual({ text: 'a, b\n\nCopyright Ada\n', warnings: [] })
  },
)
