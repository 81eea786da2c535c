// Custom properties that a stylesheet uses and nobody declares.
import { expect, test } from 'vitest'
import type { StyleSource } from '../../../joints.ts'
import { styleProblems } from '../style-checks.ts'

const sheet = (file: string, text: string): StyleSource => ({ file, text })

/** The messages for tokens.css, and for a page that uses them. */
const problemsOf = (tokens: string, page: string, more: { script?: string; ofPackage?: string } = {}) =>
  styleProblems(
    [sheet('tokens.css', tokens), sheet('page.css', page)],
    [sheet('node_modules/a/a.css', more.ofPackage ?? '')],
    name => (more.script ?? '').includes(name),
  )

const tokens = ':root {\n  --r-ink: #2b1d10;\n  --r-line: 2px;\n}'

test.each([
  ['in a declaration', 'a {\n\n  color: var(--inc);\n}', 3, '--inc'],
  ['in a function', 'a { width: calc(1px + var(--lime)) }', 1, '--lime'],
])(
  'a custom property that nothing declares is refused with file, line and a cure: %s',
  (_, css, line, name) => {
    expect(problemsOf(tokens, css)).toEqual([
      `page.css:${line}: no stylesheet declares ${name}: correct the name, declare it, or write a fallback, as in var(${name}, 1rem)`,
    ])
  },
)

test.each([
  ['what another stylesheet declares', 'a { color: var(--r-ink) }', {}],
  ['what has a fallback', 'a { color: var(--unknown, red) }', {}],
  ['what is declared where it is used', 'a { --own: 1px; width: var(--own) }', {}],
  ['what is registered', '@property --own { syntax: "*"; inherits: true } a { width: var(--own) }', {}],
  ['what a script sets', 'a { height: var(--radix-height) }', { script: '{"--radix-height":1}' }],
  ['what a package declares', 'a { width: var(--of-package) }', { ofPackage: 'b { --of-package: 1px }' }],
  ['a text', 'a::after { content: "var(--unknown)" } /* var(--other) */', {}],
  ['a text in single quotes', String.raw`a::after { content: 'It\'s var(--unknown)' }`, {}],
  ['a text with its own quotes', String.raw`a::after { content: "say \"var(--unknown)\"" }`, {}],
])('a stylesheet may have %s', (_, page, more) => {
  expect(problemsOf(tokens, page, more)).toEqual([])
})
