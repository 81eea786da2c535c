// Variables of the environment in shared/: those whose names begin with PUBLIC_ are put into the pages, and others are refused.
import { mkdtempSync, realpathSync, writeFileSync } from 'node:fs'
import { SourceMap, type SourceMapping } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { build as buildWithVite } from 'vite'
import { expect, test } from 'vitest'
import { asVite } from '../../../scripts/bundle/plugins/as-vite.ts'
import { publicEnv } from '../../../scripts/bundle/plugins/public-env.ts'

const env = { PUBLIC_MAP_KEY: 'a "key"', PUBLIC_PLACE: 'Ulm', SECRET: 'never-in-a-page' }

/** Runs a component of shared/ as it is bundled for each side, in production. Resolves to what it logs. */
async function logged(source: string, name = 'page.tsx'): Promise<unknown[][]> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'env-')))
  writeFileSync(join(folder, name), source)
  writeFileSync(join(folder, 'side.ts'), "console.log('side'); export const side = 1")
  // In place of React, whose elements are start tags and words.
  const runtime = join(folder, 'jsx.js')
  writeFileSync(runtime, "export const jsx = (type, { children }) => '<' + type + '>' + children")
  const sides = (['browser', 'node'] as const).map(async platform => {
    const { outputFiles } = await build({
      entryPoints: [join(folder, name)],
      bundle: true,
      write: false,
      platform,
      format: 'iife',
      jsx: 'automatic',
      alias: { 'react/jsx-runtime': runtime },
      logLevel: 'silent',
      tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } }, // As the project's.
      define: { 'process.env.NODE_ENV': '"production"' },
      plugins: [publicEnv({ folder, env })],
    })
    const log: unknown[] = []
    const { PUBLIC_LATE: _, ...atRuntime } = process.env
    const program = new Function('console', 'process', outputFiles[0]?.text ?? '')
    program(
      { log: (value: unknown) => log.push(value) },
      platform === 'node' ? { env: { ...atRuntime, PUBLIC_LATE: 'set when the server started' } } : undefined,
    )
    return log
  })
  return Promise.all(sides)
}

test('a public variable is the same on both sides: what it was when the site was built', async () => {
  const source = `
    // process.env.SECRET is not for pages
    console.log(process.env.PUBLIC_MAP_KEY!.length)
    console.log(\`in \${process.env.PUBLIC_PLACE}\`)
    console.log(process.env.PUBLIC_LATE ?? 'unset')
    console.log(process.env?.['PUBLIC_LATE'])
    console.log(process.env?.PUBLIC_PLACE)
    console.log(process.env['PUBLIC_PLACE'])
    console.log('process.env.SECRET')
    console.log(process.env.NODE_ENV)
    console.log(typeof process)`
  const values = [7, 'in Ulm', 'unset', undefined, 'Ulm', 'Ulm', 'process.env.SECRET', 'production']
  expect(await logged(source)).toEqual([
    [...values, 'undefined'],
    [...values, 'object'],
  ])
})

const computed =
  'process.env is not there in a browser. Write each variable in full, as process.env.PUBLIC_NAME: it is replaced by its value when the site is built.'
const named = (name: string) =>
  `process.env.${name} is not there in a browser. If each visitor may read it, name it PUBLIC_${name}: process.env.PUBLIC_${name} is replaced by its value when the site is built. A secret belongs into server/.`

test.each([
  ['another variable', 'console.log(1)\nconsole.log(process.env.SECRET)', 2, 12, named('SECRET')],
  ['a variable in quotes', "console.log(process.env?.['SECRET'])", 1, 12, named('SECRET')],
  ['a variable by a computed name', 'const name = "A"\n\n\nconsole.log(process.env[name])', 4, 12, computed],
  ['all variables', 'const { PUBLIC_PLACE } = process.env\nconsole.log(PUBLIC_PLACE)', 1, 25, computed],
  [
    'a variable in JSX',
    '/* a\ncomment */\nexport const Page = () => <p>\n{process.env.MAP_KEY}</p>',
    4,
    1,
    named('MAP_KEY'),
  ],
])('%s ends the build with its place and what to do', async (_, source, line, column, text) => {
  await expect(logged(source)).rejects.toMatchObject({
    errors: [
      {
        text,
        location: {
          file: expect.stringMatching(/page\.tsx$/),
          line,
          column,
          lineText: source.split('\n')[line - 1],
        },
      },
    ],
  })
})

test.each([
  ['in the syntax', 'console.log(process.env.PUBLIC_PLACE)\nconst a = = 1', 2],
  [
    'in an import',
    "type A = {\n  b: string\n}\nconsole.log(process.env.PUBLIC_PLACE)\nimport './none.ts'",
    5,
  ],
])('a mistake %s of a file with a public variable is told with its place', async (_, source, line) => {
  const lineText = source.split('\n')[line - 1]
  const file = expect.stringMatching(/page\.tsx$/)
  await expect(logged(source)).rejects.toMatchObject({ errors: [{ location: { file, line, lineText } }] })
})

test('process.cwd(), which no browser has, ends the build, too', async () => {
  await expect(logged('\nconsole.log(process.cwd())')).rejects.toMatchObject({
    errors: [
      {
        text: 'process is not there in a browser, for which this file is, too. What only a server can do belongs into server/.',
        location: { line: 2 },
      },
    ],
  })
})

test('development refuses a secret with the same words', async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'env-')))
  const file = join(folder, 'page.ts')
  writeFileSync(file, 'console.log(process.env.SECRET)')
  const built = buildWithVite({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, rollupOptions: { input: file } },
    plugins: [asVite(publicEnv({ folder, env }))],
  })
  await expect(built).rejects.toMatchObject({ message: expect.stringContaining(named('SECRET')) })
})

test('each variable that is refused is named, with how it may be written instead', async () => {
  await expect(
    logged('console.log(process.env.MAP_KEY)\nconsole.log(process.env.MODE)'),
  ).rejects.toMatchObject({
    errors: [{ text: expect.stringContaining('process.env.PUBLIC_MAP_KEY') }, { location: { line: 2 } }],
  })
})

test('a public variable that is not set is warned of, with its place: its name may be misspelt', async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'env-')))
  const file = join(folder, 'page.ts')
  writeFileSync(file, 'console.log(process.env.PUBLIC_PLACE)\nconsole.log(process.env.PUBLIC_PLAC)')
  const plugins = [publicEnv({ folder, env })]
  const { warnings } = await build({ entryPoints: [file], write: false, logLevel: 'silent', plugins })
  expect(warnings).toMatchObject([
    {
      text: 'process.env.PUBLIC_PLAC is not set, and undefined in the page: mend its name, or set it, as in .env',
      location: { line: 2 },
    },
  ])
})

test('a place in the script of a page with a public variable is one in its file', async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'env-')))
  const source =
    'type Place = string\n\nconst place: Place = process.env.PUBLIC_PLACE\n\nthrow new Error(place)'
  writeFileSync(join(folder, 'page.ts'), source)
  const { outputFiles } = await build({
    entryPoints: [join(folder, 'page.ts')],
    outdir: folder,
    write: false,
    bundle: true,
    sourcemap: 'external',
    plugins: [publicEnv({ folder, env })],
  })
  const [map, script] = outputFiles
  const before = script?.text.split('throw')[0]?.split('\n') ?? []
  const { originalLine } = new SourceMap(JSON.parse(map?.text ?? '')).findEntry(
    before.length - 1,
    before.at(-1)?.length ?? 0,
  ) as SourceMapping
  expect(originalLine + 1).toBe(5)
})

test('a file beside the folder reads its variables when it runs', async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'env-')))
  writeFileSync(join(folder, 'server.ts'), 'console.log(process.env.SECRET)')
  const plugins = [publicEnv({ folder: join(folder, 'server'), env })]
  const building = build({
    entryPoints: [join(folder, 'server.ts')],
    write: false,
    bundle: true,
    platform: 'node',
    plugins,
  })
  expect((await building).outputFiles[0]?.text).toContain('process.env.SECRET')
})

test('a file with a public variable runs what it imports, as one without does', async () => {
  const source = "import { side } from './side.ts'\nconsole.log(process.env.PUBLIC_PLACE)"
  expect(await logged(source, 'page.ts')).toEqual([
    ['side', 'Ulm'],
    ['side', 'Ulm'],
  ])
})

test.each(['page.ts', 'page.tsx', 'page.js', 'page.jsx'])(
  'a public variable is replaced in %s',
  async name => {
    expect(await logged('console.log(process.env.PUBLIC_PLACE)', name)).toEqual([['Ulm'], ['Ulm']])
  },
)

test.each(['page.tsx', 'page.js', 'page.jsx'])(
  'a public variable is replaced in the JSX of %s',
  async name => {
    const source = 'console.log(<b>{process.env.PUBLIC_PLACE}</b>)'
    expect(await logged(source, name)).toEqual([['<b>Ulm'], ['<b>Ulm']])
  },
)
