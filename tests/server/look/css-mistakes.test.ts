// Mistakes in CSS that browsers silently skip: each fails the build with its file and line, and with what to write instead.
// css-imports.test.ts covers the stylesheets of components.
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { build } from 'esbuild'
import { expect, test } from 'vitest'
import { lowerStyles } from '../../../scripts/bundle/styles/lower-styles.ts'

/** The first error in the build of a stylesheet: its text and location, with columns from 0. */
async function errorOf(css: string, beside: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'styles-'))
  const page = join(folder, 'page.css')
  for (const [name, text] of Object.entries({ ...beside, 'page.css': css }))
    writeFileSync(join(folder, name), text)
  const failing = build({
    entryPoints: [page],
    bundle: true,
    write: false,
    logLevel: 'silent',
    plugins: [lowerStyles()],
  })
  const failure = await failing.catch(error => error)
  const { text, location } = failure.errors[0]
  const { line, column, lineText } = location
  return { text, file: basename(location.file), line, column, lineText }
}

test.each([
  ['an unknown property', 'a {\n  colr: red;\n}', 2],
  ['an unknown at-rule', 'a {\n  top: 0;\n}\n@foo;', 4],
])('a stylesheet fails the build with its file and line at %s', async (_, css, line) => {
  expect(await errorOf(css)).toMatchObject({ file: 'page.css', line })
})

test.each([
  { what: 'beside the stylesheet', css: 'a {\n\n  background: url(./missing.png);\n}', line: 3, column: 14 },
  {
    what: 'at the root of the site but exists beside the stylesheet',
    css: 'a { background: url(/page.css) }',
    line: 1,
    column: 16,
  },
  {
    what: 'after a multi-line comment that names another',
    css: '/*\n.old { background: url(./old.png) }\n*/\na { background: url(./missing.png) }',
    line: 4,
    column: 16,
  },
])('a picture that is missing $what fails the build with its location', async ({ css, line, column }) => {
  expect(await errorOf(css)).toEqual({
    text: expect.stringMatching(
      /^There is no such file\. Write its path from this file, as in url\(\.\/dot\.png\): .* url\(\/dot\.png\)/,
    ),
    file: 'page.css',
    line,
    column,
    lineText: css.split('\n')[line - 1],
  })
})

test('a stylesheet may name pictures as data:, from another site, with a query and in comments', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'styles-'))
  writeFileSync(join(folder, 'dot.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  writeFileSync(
    join(folder, 'page.css'),
    'a { background: url(data:,a) } b { background: url("./dot.svg#a") } c { mask: url(//a.example/b.svg) } d { background: url( ./dot.svg ) } e { background: url(./dot.svg?a) } /* url(./none.png) */',
  )
  const building = build({
    entryPoints: [join(folder, 'page.css')],
    outdir: folder,
    bundle: true,
    write: false,
    loader: { '.svg': 'file' },
    logLevel: 'silent',
    plugins: [lowerStyles()],
  })
  await expect(building).resolves.toMatchObject({ errors: [], warnings: [] })
})
