// Mistakes in CSS that browsers skip without a word: each ends the build with its file and line, and with what to write instead.
// css-imports.test.ts has those in the stylesheet of a component.
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { build } from 'esbuild'
import { describe, expect, test } from 'vitest'
import { lowerStyles } from '../../../scripts/bundle/styles/lower-styles.ts'
import { type Sheet, styleProblems } from '../../../scripts/problems/style-checks.ts'

/** The first error of the build of a stylesheet: its words and its place, columns from 0. */
async function errorOf(css: string) {
  const page = join(mkdtempSync(join(tmpdir(), 'styles-')), 'page.css')
  writeFileSync(page, css)
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
  ['a brace too many', 'a {\n  top: 0;\n}\n\n::after {{ top: 0 }', 5],
  ['an unclosed block', 'a {\n  top: 0;', 2],
  ['an unknown property', 'a {\n  colr: red;\n}', 2],
  ['an unknown at-rule', 'a {\n  top: 0;\n}\n@foo;', 4],
  ['an unknown pseudo-class', 'a:foo {\n  top: 0;\n}', 1],
])('a stylesheet fails the build with its file and line at %s', async (_, css, line) => {
  expect(await errorOf(css)).toMatchObject({ file: 'page.css', line })
})

test.each([
  { what: 'beside the stylesheet', css: 'a {\n\n  background: url(./missing.png);\n}', line: 3, column: 14 },
  { what: 'in the folder above', css: 'a {\n\n  background: url(../missing.png);\n}', line: 3, column: 14 },
  { what: 'at the root of the site', css: 'a {\n\n  background: url(/missing.png);\n}', line: 3, column: 14 },
  {
    what: 'at the root of the site, and is there beside the stylesheet',
    css: 'a { background: url(/page.css) }',
    line: 1,
    column: 16,
  },
  { what: 'in single quotes', css: "a { background: url('./missing.png') }", line: 1, column: 16 },
  { what: 'in quotes', css: 'a {\n\n  background: url( "./missing.png" );\n}', line: 3, column: 14 },
  { what: 'behind a comment', css: '/* a */ a { background: url(./missing.png) }', line: 1, column: 24 },
  {
    what: 'behind a comment of several lines, which names another',
    css: '/*\n.old { background: url(./old.png) }\n*/\na { background: url(./missing.png) }',
    line: 4,
    column: 16,
  },
])('a picture that is missing $what fails the build with its place', async ({ css, line, column }) => {
  expect(await errorOf(css)).toEqual({
    text: 'There is no such file. Write its path from this file, as in url(./dot.png): the build copies it, and gives it its name.',
    file: 'page.css',
    line,
    column,
    lineText: css.split('\n')[line - 1],
  })
})

const sheet = (file: string, text: string): Sheet => ({ file, text })

/** The messages for tokens.css, and for a page that uses them. */
const problemsOf = (tokens: string, page: string, more: { script?: string; ofPackage?: string } = {}) =>
  styleProblems(
    [sheet('tokens.css', tokens), sheet('page.css', page)],
    [sheet('node_modules/a/a.css', more.ofPackage ?? '')],
    name => (more.script ?? '').includes(name),
  )

const tokens = `:root {
  --brand: #2b1d10;
  --ink: var(--brand);
  --muted: light-dark(oklch(0.42 0.018 258), rgb(0 0 0 / 0.5));
  --line: 2px;
}`

describe('a stylesheet is refused with file, line and a cure', () => {
  test.each([
    [
      'a custom property that is declared nowhere',
      'a {\n  color: var(--unknown);\n}',
      'page.css:2: no stylesheet declares --unknown: declare it, or write a value for want of it, as in var(--name, 1rem)',
    ],
    [
      'one with a letter too many',
      'a {\n\n  color: var(--mutted);\n}',
      'page.css:3: no stylesheet declares --mutted: write --muted, or declare it',
    ],
    [
      'one in a function',
      'a { width: calc(1px + var(--lime)) }',
      'page.css:1: no stylesheet declares --lime: write --line, or declare it',
    ],
    [
      'a colour with a digit too few',
      'a { color: #2b1d1 }',
      'page.css:1: color is #2b1d1, which is no colour: write a name such as darkred, #rrggbb or oklch(0.5 0.1 250)',
    ],
    [
      'a colour that has no such name',
      '/* a\n */ a:hover { top: 0; border-block-color: darkbrown; }',
      expect.stringMatching(/^page\.css:2: border-block-color is darkbrown, which is no colour/),
    ],
    [
      'a function with a part too few',
      'a { background: oklch(0.5 0.2) }',
      expect.stringMatching(/^page\.css:1: background is oklch\(0\.5 0\.2\), which is no colour/),
    ],
  ])('for %s', (_, page, message) => {
    expect(problemsOf(tokens, page)).toEqual([message])
  })

  test.each([
    ['a digit too few', '#2b1d1'],
    ['no such name', 'darkbrown'],
    ['no such name in the dark', 'light-dark(red, darkbrown)'],
    ['no such name beside a colour with commas', 'light-dark(rgb(0, 0, 0), darkbrown)'],
    ['no such name behind another token', 'var(--brand)', '#12'],
  ])('for a token that is used as a colour and has %s, once', (_, ink, brand = '#123') => {
    const wrong = `:root {\n  --ink: ${ink};\n  --brand: ${brand};\n}`
    const problems = problemsOf(wrong, 'a { color: var(--ink) } b { fill: var(--ink); color: var(--ink) }')
    const [line, value] = brand === '#123' ? ['2: --ink', ink.replace(/.*, |\)/g, '')] : ['3: --brand', brand]
    expect(problems).toEqual([expect.stringContaining(`tokens.css:${line} is ${value}, which is no colour`)])
  })
})

test.each([
  ['what a token declares, through another one', 'a { color: var(--ink); background: var(--muted) }', {}],
  ['what has a value for want of it', 'a { color: var(--unknown, red) }', {}],
  ['what is declared where it is used', 'a { --own: 1px; width: var(--own) }', {}],
  ['what is registered', '@property --own { syntax: "*"; inherits: true } a { width: var(--own) }', {}],
  ['what a script sets', 'a { height: var(--radix-height) }', { script: '{"--radix-height":1}' }],
  ['what a package declares', 'a { width: var(--of-package) }', { ofPackage: 'b { --of-package: 1px }' }],
  ['a text', 'a::after { content: "var(--unknown)" } /* var(--other), color: darkbrown; */', {}],
  [
    'what is no colour and need not be one',
    'a { background: none; fill: none; border: var(--line) solid }',
    {},
  ],
  ['the width of an outline', 'a { outline-color: auto; outline-color: invert }', {}],
  ['a token without a value', 'a { --ink: ; color: var(--ink) }', {}],
  ['tokens that name each other', 'a { --one: var(--two); --two: var(--one); color: var(--one) }', {}],
  ['a text in single quotes', String.raw`a::after { content: 'It\'s var(--unknown)' }`, {}],
  ['a text with its own quotes', String.raw`a::after { content: "say \"var(--unknown)\"" }`, {}],
  [
    'what browsers know',
    'a { color: Canvas } b { color: inherit !important } c { background: linear-gradient(red, blue) } d { caret-color: auto } e { color: color-mix(in oklab, var(--ink), red) } @supports (color: color(display-p3 0 0 0)) { a { top: 0 } }',
    {},
  ],
])('a stylesheet may have %s', (_, page, more) => {
  expect(problemsOf(tokens, page, more)).toEqual([])
})

test.each([
  'inherit',
  'initial',
  'unset',
  'revert',
  'revert-layer',
  '-webkit-link',
  'currentcolor',
  'hwb(90 10% 10%)',
  'lab(50% 0 0)',
  'red !important',
])('a stylesheet may have the colour %s', colour => {
  expect(problemsOf('', `a { color: ${colour} }`)).toEqual([])
})

test.each([
  { written: '--muted', used: '--mutted' },
  { written: '--muted', used: '--mted' },
  { written: '--muted', used: '--mated' },
])('for $used the name $written is proposed', ({ written, used }) => {
  expect(problemsOf(`a { ${written}: 1px }`, `a { width: var(${used}) }`)).toEqual([
    expect.stringContaining(`write ${written}, or declare it`),
  ])
})

test.each(['--mud', '--tedmu'])('for %s another name is not proposed', used => {
  expect(problemsOf('a { --muted: 1px }', `a { width: var(${used}) }`)).toEqual([
    expect.stringContaining('declare it, or write a value'),
  ])
})

test.each(['fill', 'stroke', 'outline-color', 'text-decoration-color'])(
  'a colour that is none is refused for %s',
  property => {
    expect(problemsOf('', `a {\n  ${property}: #12;\n}`)).toEqual([
      `page.css:2: ${property} is #12, which is no colour: write a name such as darkred, #rrggbb or oklch(0.5 0.1 250)`,
    ])
  },
)

test('a stylesheet may name pictures by their data, by another site, with a query and in its comments', async () => {
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
