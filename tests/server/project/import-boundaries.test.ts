// Which folders of the engine may import which, according to the table below, and who may import the site's two folders.
// esbuild follows all imports, even of types and stylesheets. The last test covers imports that the build itself refuses.
import { globSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { build, type Plugin } from 'esbuild'
import { describe, expect, test } from 'vitest'
import { noServerImports } from '../../../scripts/bundle/plugins/no-server-imports.ts'
import { siteImports } from '../../../scripts/bundle/plugins/site-imports.ts'
import { root } from '../../../scripts/lib/root.ts'
import { nameIn } from '../../../server/lib/file-names.ts'

/** The folders of the features. None imports another. */
const features = globSync('features/*/', { cwd: root }).map(name =>
  name.replaceAll('\\', '/').replace(/\/$/, ''),
)

/**
 * The folders of the engine, and the other folders, with all their contents, that each may import. A folder may also import
 * its parents' files and whatever they may import. A line names only folders from lines above it, which rules out cycles.
 */
const mayImport: Record<string, string[]> = {
  shared: [],
  'shared/styles': [],
  'shared/ui': [],
  'shared/layout': ['shared/ui'],
  client: ['shared'],
  server: ['shared'],
  'server/lib': [],
  'server/respond': ['server/lib'],
  'server/http': ['server/respond', 'server/lib'],
  'server/metadata': ['server/respond', 'server/lib'],
  'server/render': ['server/metadata', 'server/respond', 'server/lib'],
  'server/pages': ['server/render', 'server/metadata', 'server/respond', 'server/lib'],
  'server/start': [
    'server/pages',
    'server/render',
    'server/metadata',
    'server/http',
    'server/respond',
    'server/lib',
  ],
  scripts: ['server', 'shared'],
  'scripts/lib': [],
  'scripts/media': ['scripts/lib'],
  'scripts/bundle': ['scripts/media', 'scripts/lib'],
  'scripts/bundle/styles': [],
  'scripts/bundle/plugins': ['scripts/bundle/styles'],
  'scripts/write': ['scripts/bundle', 'scripts/media', 'scripts/lib'],
  ...Object.fromEntries(
    features.map(name => [
      name,
      ['client', 'server', 'shared', 'scripts/bundle', 'scripts/media', 'scripts/lib'],
    ]),
  ),
}

/** The engine's files that import the site's two folders. All others get texts, pictures and pages as parameters. */
const importsTheSite = [
  'client/all-pages.ts',
  'client/entry.ts',
  'client/script-loader.ts', // The list of features.
  'scripts/bundle/read-site.ts', // The list of features.
  'scripts/bundle/site-data.ts',
  'server/start/program.ts',
]

const SITE = /^(shared|server)\/site\//
const CODE = /\.(ts|tsx|mjs|css)$/

/** Skips packages, pictures and the site's own imports, and keeps type imports, which esbuild would drop. */
const onlyImports: Plugin = {
  name: 'only-imports',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /./ }, ({ path, kind, resolveDir }) => {
      const file = resolve(resolveDir, path)
      const isFollowed =
        kind === 'entry-point' || (/^\./.test(path) && CODE.test(path) && !SITE.test(nameIn(root, file)))
      return { path: path.startsWith('.') ? file : path, external: !isFollowed }
    })
    onLoad({ filter: /\.tsx?$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replace(/^(import|export) type (?=\{)/gm, '$1 '),
      loader: path.endsWith('x') ? 'tsx' : 'ts',
    }))
  },
}

interface Import {
  from: string
  to: string
}

/** Every import between files of the project. */
async function readImports(): Promise<Import[]> {
  const files = globSync(
    '{client,server,shared,scripts,features/*}/{*,!(tests|fixture)/**/*}.{ts,tsx,mjs,css}',
    { cwd: root },
  )
  const { metafile } = await build({
    entryPoints: files.map(file => file.replaceAll('\\', '/')).filter(file => !SITE.test(file)),
    platform: 'node',
    absWorkingDir: root,
    outdir: 'unused',
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
    plugins: [onlyImports],
  })
  return Object.entries(metafile.inputs).flatMap(([from, { imports }]) =>
    imports.map(({ path }) => ({ from, to: nameIn(root, resolve(root, path)) })),
  )
}

/** The table's folder that contains a file, and its parents. */
function foldersOf(file: string): string[] {
  const folder = dirname(file)
  if (folder === '.') return []
  return folder in mayImport ? [folder, ...foldersOf(folder)] : foldersOf(folder)
}

const isIn = (folder: string, file: string) => file.startsWith(`${folder}/`)

/** Types that every side may import, and that may import every side. */
const EXTENSION_POINTS = 'extension-points.ts'

function isAllowed({ from, to }: Import): boolean {
  if (from === EXTENSION_POINTS || to === EXTENSION_POINTS) return true
  const [folder = '', ...around] = foldersOf(from)
  const [folderOfTo = ''] = foldersOf(to)
  const others = [folder, ...around].flatMap(each => mayImport[each] ?? [])
  return around.includes(folderOfTo) || [folder, ...others].some(allowed => isIn(allowed, to))
}

describe('the folders of the engine', async () => {
  const imports = (await readImports()).filter(({ to }) =>
    /^(client|server|shared|scripts|features|tests)\//.test(to),
  )
  const shown = (all: Import[]) => all.map(({ from, to }) => `${from} imports ${to}`)

  test('import in one direction only', () => {
    const table = Object.entries(mayImport)
    const above = (i: number) => table.slice(0, i).map(([folder]) => folder)
    for (const [i, [folder, others]] of table.entries())
      expect([...above(i), folder]).toEqual(expect.arrayContaining(others))
  })

  test('import only what the table allows', () => {
    const refused = imports.filter(({ to }) => !SITE.test(to)).filter(found => !isAllowed(found))
    expect(shown(refused)).toEqual([])
  })

  test("import the site's folders only in the listed files", () => {
    const importers = imports.filter(({ to }) => SITE.test(to)).map(({ from }) => from)
    // Features import the site's loaders, for instance.
    const ofCore = importers.filter(name => !name.startsWith('features/'))
    expect([...new Set(ofCore)].sort()).toEqual(importsTheSite)
  })
})

test('the engine names no feature, except in docs/features.md, package.json and CHANGELOG.md', async () => {
  const mayName = ['docs/features.md', 'package.json', 'CHANGELOG.md']
  const folders =
    '{client,deploy,docs,scripts,server,shared,tests/!(browser)}/**/*.{ts,tsx,mjs,css,md,json,yaml,conf}'
  const files = [
    ...globSync(['*.*', 'Dockerfile', folders, 'tests/browser/*.ts', 'tests/browser/support/*.ts'], {
      cwd: root,
    }),
  ]
  const naming = files
    .map(file => file.replaceAll('\\', '/'))
    .filter(file => !SITE.test(file) && !mayName.includes(file))
    .filter(file => {
      const text = readFileSync(join(root, file), 'utf8')
      return features.some(name => text.includes(`${name}/`))
    })
  expect(naming).toEqual([])
})

/** The packages of package.json that a file imports. */
function packagesIn(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8')
  const found = text.matchAll(/(?:from|import|import\() ?'((?:@[\w-]+\/)?[a-z][\w-]*)/g)
  return Array.from(found, ([, name = '']) => name).filter(name => installed.includes(name))
}

const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const installed = Object.keys({ ...dependencies, ...devDependencies })

test('a feature’s remove.json lists the packages that no other code imports', () => {
  const files = globSync(
    ['{client,scripts,server,shared,features}/**/*.{ts,tsx}', 'tests/!(browser)/**/*.{ts,tsx}', '*.ts'],
    { cwd: root },
  )
    .map(file => file.replaceAll('\\', '/'))
    .filter(file => !SITE.test(file))
  const named: Record<string, string[]> = {}
  const imported: Record<string, string[]> = {}
  for (const name of features) {
    const [own = [], others = []] = [true, false].map(isOwn =>
      files.filter(file => file.startsWith(`${name}/`) === isOwn).flatMap(packagesIn),
    )
    imported[name] = [...new Set(own).difference(new Set(others))].sort()
    named[name] = JSON.parse(readFileSync(join(root, name, 'remove.json'), 'utf8')).packages ?? []
  }
  expect(named).toEqual(imported)
})

test.each(['shared/site/pages', 'client', 'features/any'])(
  '%s may import only types from server/',
  async from => {
    const bundle = (contents: string) =>
      build({
        stdin: { contents, loader: 'ts', resolveDir: join(root, from), sourcefile: join(root, from, 'a.ts') },
        bundle: true,
        write: false,
        platform: 'node',
        logLevel: 'silent',
        plugins: [siteImports, noServerImports],
      })
    const up = from.replace(/\w+/g, '..')
    await bundle(
      `import type { Config } from '${up}/server/lib/config.ts'; export const config: Config | undefined = undefined`,
    )
    for (const way of [up, '@/../..'])
      await expect(
        bundle(`\nimport { readConfig } from '${way}/server/lib/config.ts'\nconsole.log(readConfig)`),
      ).rejects.toMatchObject({
        errors: [
          {
            text: `${from}/a.ts imports server/lib/config.ts: code in server/ never reaches a browser. Pass the page its data, or move shared code into shared/. For a type, write import type.`,
            location: { line: 2 },
          },
        ],
      })
  },
)
