// Environment variables in shared/: a build refuses those whose names don't begin with PUBLIC_.
import { mkdtempSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { expect, test } from 'vitest'
import { checkEnv } from '../public-variables.ts'

const env = { PUBLIC_MAP_KEY: 'a "key"', PUBLIC_PLACE: 'Ulm', SECRET: 'never-in-a-page' }

/** Bundles a component. By default its folder is shared/. */
async function bundle(source: string, sharedIn = (folder: string) => folder) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'env-')))
  writeFileSync(join(folder, 'page.tsx'), source)
  return build({
    entryPoints: [join(folder, 'page.tsx')],
    bundle: true,
    write: false,
    jsx: 'automatic',
    logLevel: 'silent',
    plugins: [checkEnv(env, sharedIn(folder))],
  })
}

test('a public variable is accepted, and so is a name in a comment or a text', async () => {
  const source = `
    // process.env.SECRET is not for pages
    console.log(process.env.PUBLIC_MAP_KEY!.length)
    console.log(\`in \${process.env.PUBLIC_PLACE}\`)
    console.log(process.env?.PUBLIC_PLACE)
    console.log((process.env as { PUBLIC_PLACE: string }).PUBLIC_PLACE)
    console.log(/'process.env.SECRET/.test("it's process.env.SECRET"))
    console.log(process.env['PUBLIC_PLACE'])
    console.log('process.env.SECRET')
    console.log(process.env.NODE_ENV)
    console.log(typeof process)`
  expect(await bundle(source)).toMatchObject({ warnings: [] })
})

const computed =
  "process.env doesn't exist in a browser. Write each variable in full, as process.env.PUBLIC_NAME: the build puts in its value."
const named = (name: string) =>
  `process.env.${name} doesn't exist in a browser. If every visitor may read it, name it PUBLIC_${name}: the build puts in the value of process.env.PUBLIC_${name}. Read a secret in server/.`

test.each([
  ['a variable without PUBLIC_', 'console.log(1)\nconsole.log(process.env.SECRET)', 2, 12, named('SECRET')],
  ['a variable in quotes', "console.log(process.env?.['SECRET'])", 1, 12, named('SECRET')],
  [
    'a variable with a computed name',
    'const name = "A"\n\n\nconsole.log(process.env[name])',
    4,
    12,
    computed,
  ],
  [
    'destructuring process.env',
    'const { PUBLIC_PLACE } = process.env\nconsole.log(PUBLIC_PLACE)',
    1,
    25,
    computed,
  ],
  [
    'a variable in JSX',
    '/* a\ncomment */\nexport const Page = () => <p>\n{process.env.MAP_KEY}</p>',
    4,
    1,
    named('MAP_KEY'),
  ],
])('%s fails the build with the location and what to do', async (_, source, line, column, text) => {
  await expect(bundle(source)).rejects.toMatchObject({
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
])('a mistake %s of a file with a public variable is reported at its location', async (_, source, line) => {
  const lineText = source.split('\n')[line - 1]
  const file = expect.stringMatching(/page\.tsx$/)
  await expect(bundle(source)).rejects.toMatchObject({ errors: [{ location: { file, line, lineText } }] })
})

test('process.cwd(), which browsers lack, fails the build too', async () => {
  await expect(bundle('\nconsole.log(process.cwd())')).rejects.toMatchObject({
    errors: [
      {
        text: "process doesn't exist in a browser, which runs this file, too. Move server-only code into server/.",
        location: { line: 2 },
      },
    ],
  })
})

test('the build reports every variable that it refuses, with a fix', async () => {
  await expect(
    bundle('console.log(process.env.MAP_KEY)\nconsole.log(process.env.MODE)'),
  ).rejects.toMatchObject({
    errors: [{ text: expect.stringContaining('process.env.PUBLIC_MAP_KEY') }, { location: { line: 2 } }],
  })
})

test('the build warns about a public variable that isn’t set, with its location', async () => {
  const { warnings } = await bundle(
    'console.log(process.env.PUBLIC_PLACE)\nconsole.log(process.env.PUBLIC_PLAC)',
  )
  expect(warnings).toMatchObject([
    {
      text: "process.env.PUBLIC_PLAC isn't set, so the page shows undefined: correct the name, or set it, as in .env",
      location: { line: 2 },
    },
  ])
})

test('a file outside shared/ may read any variable', async () => {
  const bundled = bundle('console.log(process.env.SECRET)', folder => join(folder, 'shared'))
  expect(await bundled).toMatchObject({ warnings: [] })
})
