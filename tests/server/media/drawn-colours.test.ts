// theme-color and generated pictures take their colours from tokens.css, for each colour scheme.
import { describe, expect, test } from 'vitest'
import { tokensIn } from '../../../scripts/media/tokens.ts'

/** The colours of --r-ink in a tokens.css. */
const inkOf = (css: string) => {
  const tokens = tokensIn(css)
  return { light: tokens.colour('ink'), dark: tokens.colour('ink', 'dark') }
}
const both = { light: '#112233', dark: '#ddeeff' }

describe('theme-color and generated pictures use a colour of tokens.css', () => {
  test.each([
    ['for both schemes', ':root { --r-ink: light-dark(#112233, #ddeeff) }', both],
    [
      'in another colour space',
      ':root { --r-ink: oklch(0.575 0.22 31) }',
      { light: '#dd2308', dark: '#dd2308' },
    ],
    [
      'whose name is shorter than its number',
      ':root { --r-ink: light-dark(#008000, #f00) }',
      { light: '#008000', dark: '#ff0000' },
    ],
    [
      'from other tokens in each scheme',
      ':root { --r-ink: light-dark(var(--night), var(--day)); --night: #112233; --day: var(--bright); --bright: #ddeeff }',
      both,
    ],
    [
      'from a fallback if the token is missing',
      ':root { --r-ink: var(--none, #112233) }',
      { light: '#123', dark: '#123' },
    ],
    [
      'in two media queries for the dark scheme, with several rules each',
      ':root { --brand: #112233; --r-ink: var(--brand) } @media (prefers-color-scheme: dark) { a { top: 0 } b { top: 0 } } i { top: 0 } @media (prefers-color-scheme: dark) { a { left: 0 } :root { --brand: #ddeeff } }',
      both,
    ],
    [
      'with transparency',
      ':root { --r-ink: light-dark(#1234, #11223380) }',
      { light: '#1234', dark: '#11223380' },
    ],
    [
      'in capital letters',
      ':root { --r-ink: light-dark(#ABCDEF, DarkRed) }',
      { light: '#abcdef', dark: '#8b0000' },
    ],
    [
      'in a media query for the light scheme',
      '@media (prefers-color-scheme: light) { :root { --r-ink: #112233 } } :root { --r-ink: #ddeeff }',
      both,
    ],
    [
      'from another token in a media query for the dark scheme',
      '@media (prefers-color-scheme: dark) { :root { --brand: #ddeeff } } :root { --r-ink: var(--brand); --brand: #112233 }',
      both,
    ],
    [
      'without a media query for more contrast',
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
      'is an unknown name',
      ':root {\n\n  --r-ink: darkbrown;\n}',
      /tokens\.css:3: --r-ink is darkbrown, which isn't a colour: write a name such as darkred, #rrggbb or oklch\(0\.5 0\.1 250\)$/,
    ],
    [
      'lacks a digit',
      ':root {\n  --r-ink: #2b1d1;\n}',
      /tokens\.css:2: --r-ink is #2b1d1, which isn't a colour/,
    ],
    [
      'is invalid in the dark scheme',
      ':root { --brand: #123 }\n:root { --r-ink: light-dark(#123, darkbrown) }',
      /tokens\.css:2: --r-ink is darkbrown, which isn't a colour/,
    ],
    [
      'refers to itself',
      ':root { --r-ink: var(--brand);\n--brand: var(--r-ink) }',
      /tokens\.css:\d: .*refers to itself/,
    ],
    [
      'refers to a missing token',
      ':root { --r-ink: var(--brand) }',
      /tokens\.css:1: --r-ink refers to --brand, which is missing/,
    ],
  ])('unless it %s, which fails the build', (_, css, message) => {
    expect(() => inkOf(css)).toThrow(message)
  })
})
