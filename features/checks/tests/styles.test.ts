// Custom properties that a stylesheet uses without a declaration.
import { expect, test } from 'vitest'
import type { StyleSource } from '../../../extension-points.ts'
import { siteToCheck } from '../../../tests/support/checked-site.ts'
import { tableOf } from '../../../tests/support/routes.ts'
import { styleProblems } from '../style-checks.ts'

const sheet = (file: string, text: string): StyleSource => ({ file, text })

/** The messages for tokens.css, the stylesheet of a page that uses them, and a package's. */
const problemsOf = (tokens: string, page: string, more: { script?: string; ofPackage?: string } = {}) =>
  styleProblems(
    siteToCheck(tableOf([]), {
      styles: [
        sheet('tokens.css', tokens),
        sheet('page.css', page),
        sheet('node_modules/a/a.css', more.ofPackage ?? ''),
      ],
      isInScript: name => (more.script ?? '').includes(name),
    }),
  )

const tokens = ':root {\n  --r-ink: #2b1d10;\n  --r-line: 2px;\n}'

test.each([
  ['in a declaration', 'a {\n\n  color: var(--inc);\n}', 3, '--inc'],
  ['in a function', 'a { width: calc(1px + var(--lime)) }', 1, '--lime'],
])('an undeclared custom property is rejected with file, line and a fix: %s', (_, css, line, name) => {
  expect(problemsOf(tokens, css)).toEqual([
    `page.css:${line}: no stylesheet declares ${name}: correct the name, declare it, or write a fallback, as in var(${name}, 1rem)`,
  ])
})

test.each([
  ['a property that another stylesheet declares', 'a { color: var(--r-ink) }', {}],
  ['a property with a fallback', 'a { color: var(--unknown, red) }', {}],
  ['a property that it declares itself', 'a { --own: 1px; width: var(--own) }', {}],
  ['a registered property', '@property --own { syntax: "*"; inherits: true } a { width: var(--own) }', {}],
  ['a property that a script sets', 'a { height: var(--radix-height) }', { script: '{"--radix-height":1}' }],
  [
    'a property that a package declares',
    'a { width: var(--of-package) }',
    { ofPackage: 'b { --of-package: 1px }' },
  ],
  ['var() in a string or comment', 'a::after { content: "var(--unknown)" } /* var(--other) */', {}],
  ['var() in a single-quoted string', String.raw`a::after { content: 'It\'s var(--unknown)' }`, {}],
  ['var() after an escaped quote', String.raw`a::after { content: "say \"var(--unknown)\"" }`, {}],
])('a stylesheet may use %s', (_, page, more) => {
  expect(problemsOf(tokens, page, more)).toEqual([])
})

test('an undeclared custom property in the stylesheet of a package isn’t reported', () => {
  expect(problemsOf(tokens, '', { ofPackage: 'b { width: var(--unknown) }' })).toEqual([])
})
