// What may import what, as npm run check and the build say it: pages and the client take types alone from server/, so that no
// secret of it reaches a browser; and which names of a browser or of Node a folder has.
import { join, posix } from 'node:path'
import { build } from 'esbuild'
import { describe, expect, test } from 'vitest'
import { rooms } from '../../../scripts/bundle/rooms.ts'
import { root } from '../../../scripts/lib/root.ts'
import { lint } from '../../support/lint.ts'

test.each(['shared/site/pages', 'client'])('%s may import types of server/, and nothing else', async from => {
  const bundle = (contents: string) =>
    build({
      stdin: { contents, loader: 'ts', resolveDir: join(root, from), sourcefile: join(root, from, 'a.ts') },
      bundle: true,
      write: false,
      platform: 'node',
      logLevel: 'silent',
      plugins: [rooms],
    })
  const up = from.replace(/\w+/g, '..')
  await bundle(
    `import type { Config } from '${up}/server/config.ts'; export const config: Config | undefined = undefined`,
  )
  await expect(
    bundle(`\nimport { readConfig } from '${up}/server/config.ts'\nconsole.log(readConfig)`),
  ).rejects.toMatchObject({
    errors: [
      {
        text: `${from}/a.ts imports server/config.ts: what is in server/ never reaches a browser. Give the page what it shows by a loader, or move what both need into shared/. For a type write import type.`,
        location: { line: 2 },
      },
    ],
  })
})

const libraries = [
  'node:fs',
  'express',
  'compression',
  'helmet',
  'pino',
  'react-dom/server',
  'react-dom/client',
]
const SITE = 'shared/site/company.ts'

/** Files, and what they may not import, which is a package or a file of another folder. */
const refusedImports: Record<string, string[]> = {
  'shared/ui/a.ts': [
    ...libraries,
    'client/links.ts',
    'server/paths.ts',
    'scripts/build.ts',
    'tests/a.ts',
    SITE,
  ],
  'shared/site/pages/a.ts': [
    ...libraries,
    'client/links.ts',
    'server/paths.ts',
    'scripts/build.ts',
    'tests/a.ts',
  ],
  'client/a.ts': ['node:fs', 'react-dom/server', 'server/paths.ts', 'scripts/build.ts', 'tests/a.ts', SITE],
  'client/entry.ts': ['node:fs', 'react-dom/server', 'server/paths.ts', 'scripts/build.ts', 'tests/a.ts'],
  'client/all-pages.ts': ['node:fs', 'react-dom/server', 'server/paths.ts', 'scripts/build.ts', 'tests/a.ts'],
  'server/http/a.ts': ['react-dom/client', 'client/links.ts', 'scripts/build.ts', 'tests/a.ts', SITE],
  'server/pages/a.ts': ['react-dom/client', 'client/links.ts', 'scripts/build.ts', 'tests/a.ts', SITE],
  'server/program.ts': ['react-dom/client', 'client/links.ts', 'scripts/build.ts', 'tests/a.ts'],
  'server/pages/loader.ts': ['react-dom/client', 'client/links.ts', 'scripts/build.ts', 'tests/a.ts'],
  'server/site/a.ts': ['react-dom/client', 'client/links.ts', 'scripts/build.ts', 'tests/a.ts'],
  'scripts/a.ts': ['client/links.ts', 'tests/a.ts', SITE],
  'scripts/lib/a.ts': [
    ...['client/links.ts', 'tests/a.ts', 'scripts/bundle/a.ts', 'scripts/content/a.ts', 'scripts/media/a.ts'],
    ...['scripts/check/a.ts', 'scripts/write/a.ts', 'scripts/dev/a.ts', SITE],
  ],
  'scripts/check/a.ts': [
    ...['client/links.ts', 'tests/a.ts', 'scripts/bundle/a.ts', 'scripts/content/a.ts', 'scripts/media/a.ts'],
    ...['scripts/write/a.ts', 'scripts/dev/a.ts', SITE],
  ],
  'scripts/media/a.ts': [
    ...['client/links.ts', 'tests/a.ts', 'scripts/bundle/a.ts', 'scripts/content/a.ts'],
    ...['scripts/write/a.ts', 'scripts/dev/a.ts', SITE],
  ],
  'scripts/content/a.ts': [
    ...[
      'client/links.ts',
      'tests/a.ts',
      'scripts/bundle/a.ts',
      'scripts/write/a.ts',
      'scripts/dev/a.ts',
      SITE,
    ],
  ],
  'scripts/bundle/a.ts': ['client/links.ts', 'tests/a.ts', 'scripts/write/a.ts', 'scripts/dev/a.ts', SITE],
  'scripts/bundle/owner.ts': ['client/links.ts', 'tests/a.ts', 'scripts/write/a.ts', 'scripts/dev/a.ts'],
  'scripts/write/a.ts': ['client/links.ts', 'tests/a.ts', 'scripts/dev/a.ts', SITE],
  'scripts/dev/a.ts': ['client/links.ts', 'tests/a.ts', 'scripts/write/a.ts', SITE],
}

/** And what they may import. */
const allowedImports: Record<string, string[]> = {
  'shared/ui/b.ts': ['shared/titles.ts', 'react', 'react-router'],
  'shared/site/pages/b.ts': ['shared/ui/a.ts', SITE, 'react'],
  'shared/site/pages/b.test.ts': [
    'node:fs',
    'react-dom/server',
    'server/paths.ts',
    'tests/support/own-site.ts',
  ],
  'server/site/b.test.ts': ['node:fs', 'tests/support/own-site.ts', 'client/links.ts'],
  'client/b.ts': ['shared/titles.ts', 'react-dom/client'],
  'client/entry.ts': [SITE],
  'client/all-pages.ts': [SITE],
  'server/http/b.ts': ['node:fs', 'express', 'shared/titles.ts', 'react-dom/server'],
  'server/program.ts': [SITE, 'server/site/loaders.ts'],
  'server/pages/loader.ts': [SITE],
  'server/site/b.ts': [SITE],
  'scripts/b.ts': ['server/paths.ts', 'scripts/write/a.ts', 'scripts/dev/a.ts'],
  'scripts/lib/b.ts': ['server/paths.ts', 'shared/titles.ts'],
  'scripts/check/b.ts': ['scripts/lib/a.ts'],
  'scripts/media/b.ts': ['scripts/check/a.ts', 'scripts/lib/a.ts'],
  'scripts/content/b.ts': ['scripts/media/a.ts', 'scripts/check/a.ts'],
  'scripts/bundle/b.ts': ['scripts/content/a.ts', 'scripts/media/a.ts'],
  'scripts/bundle/owner.ts': [SITE],
  'scripts/write/b.ts': ['scripts/bundle/a.ts'],
  'scripts/dev/b.ts': ['scripts/bundle/a.ts'],
}

const ofNode = ['Buffer', 'global', '__dirname']
const ofBrowser = ['document', 'window', 'location', 'history', 'localStorage', 'navigator']
const refusedGlobals: Record<string, string[]> = {
  'shared/ui/a.ts': ofNode,
  'shared/site/pages/a.ts': ofNode,
  'client/a.ts': [...ofNode, 'process'],
  'client/entry.ts': [...ofNode, 'process'],
  'client/all-pages.ts': [...ofNode, 'process'],
  'server/http/a.ts': ofBrowser,
  'server/program.ts': ofBrowser,
  'server/site/a.ts': ofBrowser,
  'scripts/a.ts': ofBrowser,
  'scripts/lib/a.ts': ofBrowser,
  'scripts/check/a.ts': ofBrowser,
  'scripts/media/a.ts': ofBrowser,
  'scripts/content/a.ts': ofBrowser,
  'scripts/bundle/a.ts': ofBrowser,
  'scripts/bundle/owner.ts': ofBrowser,
  'scripts/write/a.ts': ofBrowser,
  'scripts/dev/a.ts': ofBrowser,
}
const allowedGlobals: Record<string, string[]> = {
  'shared/ui/b.ts': ofBrowser,
  'shared/site/pages/b.test.ts': [...ofNode, ...ofBrowser],
  'client/b.ts': ofBrowser,
  'server/http/b.ts': [...ofNode, 'process'],
  'server/site/b.test.ts': [...ofNode, ...ofBrowser],
}

/** Which names are refused, in files that have each name in a line of its own. */
function refusedOf(names: Record<string, string[]>, lineOf: (name: string, file: string) => string) {
  const textOf = (file: string, all: string[]) => all.map(name => `${lineOf(name, file)}\n`).join('')
  const files = Object.entries(names).map(([file, all]) => [file, textOf(file, all)] as const)
  const refused: Record<string, string[]> = Object.fromEntries(files.map(([file]) => [file, []]))
  for (const { file, line, rule } of lint(Object.fromEntries(files)))
    if (rule.startsWith('noRestricted')) refused[file]?.push(names[file]?.[line - 1] ?? '')
  return refused
}
const importLine = (name: string, file: string) => {
  const address = name.endsWith('.ts') ? posix.relative(posix.dirname(file), name) : name
  return `import '${address.replace(/^(?=\w+(\/\w+)*\.ts)/, './')}'`
}
const globalLine = (name: string) => `console.log(${name})`
const nothingOf = (names: Record<string, string[]>) =>
  Object.fromEntries(Object.keys(names).map(file => [file, []]))

describe('npm run check', () => {
  test('refuses imports against the direction of the folders, and those of the owner anywhere but where they are joined', () => {
    expect(refusedOf(refusedImports, importLine)).toEqual(refusedImports)
  })

  test('allows imports in the direction of the folders', () => {
    expect(refusedOf(allowedImports, importLine)).toEqual(nothingOf(allowedImports))
  })

  test('refuses what Node alone has where a browser runs it, and what a browser alone has where Node does', () => {
    expect(refusedOf(refusedGlobals, globalLine)).toEqual(refusedGlobals)
  })

  test('allows what the side has, and both to the tests of an owner', () => {
    expect(refusedOf(allowedGlobals, globalLine)).toEqual(nothingOf(allowedGlobals))
  })
})
