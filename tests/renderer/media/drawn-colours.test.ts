// The colours of theme-color, and of what features draw: those of tokens.css, of each scheme.
import { describe, expect, test } from 'vitest'
import { tokensIn } from '../../../scripts/media/tokens.ts'

/** The colours of --r-ink in a tokens.css. */
const inkOf = (css: string) => {
  const tokens = tokensIn(css)
  return { light: tokens.colour('ink'), dark: tokens.colour('ink', 'dark') }
}
const both = { light: '#112233', dark: '#ddeeff' }

describe('theme-color, and what the build draws, have the colours of tokens.css', () => {
  test.each([
    ['of both schemes', ':root { --r-ink: light-dark(#112233, #ddeeff) }', both],
    ['of another space', ':root { --r-ink: oklch(0.575 0.22 31) }', { light: '#dd2308', dark: '#dd2308' }],
    ['of a name', ':root { --r-ink: light-dark(darkred, teal) }', { light: '#8b0000', dark: '#008080' }],
    [
      'whose name is shorter than its number',
      ':root { --r-ink: light-dark(#008000, #f00) }',
      { light: '#008000', dark: '#ff0000' },
    ],
    ['of another token', ':root { --brand: light-dark(#112233, #ddeeff); --r-ink: var(--brand) }', both],
    [
      'of other tokens in each scheme',
      ':root { --r-ink: light-dark(var(--night), var(--day)); --night: #112233; --day: var(--bright); --bright: #ddeeff }',
      both,
    ],
    [
      'of a token that is missing, and so its other value',
      ':root { --r-ink: var(--none, #112233) }',
      { light: '#123', dark: '#123' },
    ],
    [
      'in a query for the dark',
      ':root { --r-ink: #112233 } @media (prefers-color-scheme: dark) { :root { --r-ink: #ddeeff } }',
      both,
    ],
    [
      'in two queries for the dark, of several rules each',
      ':root { --r-ink: #112233 } @media (prefers-color-scheme: dark) { a { top: 0 } :root { --r-ink: var(--brand) } } b { top: 0 } @media (prefers-color-scheme: dark) { a { left: 0 } :root { --brand: #ddeeff } }',
      both,
    ],
    [
      'that one sees through',
      ':root { --r-ink: light-dark(#1234, #11223380) }',
      { light: '#1234', dark: '#11223380' },
    ],
    [
      'in capital letters',
      ':root { --r-ink: light-dark(#ABCDEF, DarkRed) }',
      { light: '#abcdef', dark: '#8b0000' },
    ],
    [
      'in a query for the light',
      '@media (prefers-color-scheme: light) { :root { --r-ink: #112233 } } :root { --r-ink: #ddeeff }',
      both,
    ],
    [
      'of another token in a query for the dark',
      '@media (prefers-color-scheme: dark) { :root { --brand: #ddeeff } } :root { --r-ink: var(--brand); --brand: #112233 }',
      both,
    ],
    [
      'as for most visitors, and not for those who need more contrast',
      ':root { --r-ink: light-dark(#112233, #ddeeff) } @media (prefers-contrast: more) { :root { --r-ink: #000 } }',
      both,
    ],
  ])('%s', (_, css, expected) => {
    const short = (colour: string) => colour.replace(/^#(.)\1(.)\2(.)\3$/, '#$1$2$3')
    const shortOf = ({ light, dark }: typeof both) => ({ light: short(light), dark: short(dark) })
    expect(shortOf(inkOf(css))).toEqual(shortOf(expected))
  })

  test.each([
    [
      'is missing',
      ':root { --other: #123 }',
      /^shared\/site\/styles\/tokens\.css: --r-ink is missing: the build needs its value\.$/,
    ],
    [
      'has no such name',
      ':root {\n\n  --r-ink: darkbrown;\n}',
      /tokens\.css:3: --r-ink is darkbrown, which is no colour: write a name such as darkred, #rrggbb or oklch\(0\.5 0\.1 250\)$/,
    ],
    [
      'has a digit too few',
      ':root {\n  --r-ink: #2b1d1;\n}',
      /tokens\.css:2: --r-ink is #2b1d1, which is no colour/,
    ],
    [
      'is none in the dark',
      ':root { --brand: #123 }\n:root { --r-ink: light-dark(#123, darkbrown) }',
      /tokens\.css:2: --r-ink is darkbrown, which is no colour/,
    ],
    [
      'is mixed from others',
      ':root { --r-ink: calc(1px) }',
      /tokens\.css:1: --r-ink is calc\(1px\), which is no colour/,
    ],
    [
      'names itself',
      ':root { --r-ink: var(--brand);\n--brand: var(--r-ink) }',
      /tokens\.css:\d: .*names itself/,
    ],
    [
      'names what is missing',
      ':root { --r-ink: var(--brand) }',
      /tokens\.css:1: --r-ink names --brand, which is missing/,
    ],
  ])('and end the build where one %s', (_, css, message) => {
    expect(() => inkOf(css)).toThrow(message)
  })
})
