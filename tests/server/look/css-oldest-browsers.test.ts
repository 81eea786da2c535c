// The CSS that is sent works in the oldest supported browsers: newer syntax is lowered, and no other newer syntax is in it.
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { describe, expect, test } from 'vitest'
import { target } from '../../../scripts/bundle/browsers.ts'
import { lowerStyles } from '../../../scripts/bundle/styles/lower-styles.ts'
import { manifest } from '../../support/fixture-site.ts'

const folder = mkdtempSync(join(tmpdir(), 'styles-'))

/** Builds one stylesheet as the site builds its own. */
async function bundle(css: string): Promise<string> {
  const file = join(folder, 'page.css')
  writeFileSync(file, css)
  const plugins = [lowerStyles()]
  const options = { target, bundle: true, minify: true, write: false, logLevel: 'silent' } as const
  // As a CSS entry point, which esbuild minifies once more.
  const { outputFiles } = await build({ entryPoints: [file], outdir: folder, plugins, ...options })
  return outputFiles[0]?.text ?? ''
}

test.each([
  ['nesting', 'a { &:hover { top: 0 } }', /^a:hover\{top:0?\}/],
  ['a range in a media query', '@media (width >= 40rem) { a { top: 0 } }', /^@media ?\(min-width:40rem\)\{/],
])('a stylesheet is lowered for the oldest browsers: %s', async (_, css, lowered) => {
  const text = await bundle(css)
  expect(text).toMatch(lowered)
  expect(text).not.toMatch(/&|>=/)
})

test.each([
  '@supports (color:color-mix(in lab,red,red)){a{color:color-mix(in oklab,var(--a)10%,transparent)}}',
  '@supports (color:lab(0% 0 0)){a{top:0}}',
  '@supports (color:color(display-p3 0 0 0)){a{top:0}}',
])('a stylesheet keeps its own @supports for colours: %s', async css => {
  const text = await bundle(css)
  expect(text).toContain('@supports (color:')
  expect(text).toContain(css.slice(css.indexOf('{a{') + 1, -2))
})

test.each([
  {
    what: 'two colours for a token, one per scheme',
    css: ':root { color-scheme: light dark; --a: light-dark(#000, #fff) }',
    sent: ':root{--lightningcss-light:initial;--lightningcss-dark: ;color-scheme:light dark;--a:var(--lightningcss-light,#000) var(--lightningcss-dark,#fff)}@media (prefers-color-scheme:dark){:root{--lightningcss-light: ;--lightningcss-dark:initial}}',
  },
  {
    what: 'a token, without a second one for wide-gamut screens',
    css: ':root { --a: oklch(0.7 0.25 31) }',
    sent: ':root{--a:#ff6048}',
  },
  {
    what: 'a shorthand split for older browsers, once',
    css: 'a { text-decoration: underline 2px red }',
    sent: 'a{text-decoration:underline red;text-decoration-thickness:2px}',
  },
  {
    what: 'a prefix that Safari on phones needs',
    css: 'a { text-size-adjust: none }',
    sent: 'a{-webkit-text-size-adjust:none;-moz-text-size-adjust:none;text-size-adjust:none}',
  },
  {
    what: 'its own rule for a selector that Firefox 115 skips',
    css: 'a:hover { top: 0 } b:has(c) { top: 0 }',
    sent: 'a:hover{top:0}b:has(c){top:0}',
  },
])('a stylesheet is sent with $what', async ({ css, sent }) => {
  expect((await bundle(css)).trim()).toBe(sent)
})

// Everything that Chrome 109, Firefox 115 and Safari 15.6 all support: https://developer.mozilla.org/docs/Web/CSS/Reference
// Not only what the stylesheets use today, because a site may use any of it.
const OLD_AT_RULES = 'charset font-face import keyframes layer media namespace page supports'
const OLD_FUNCTIONS = `
  calc clamp max min
  attr counter counters env url var
  hsl hsla hwb rgb rgba
  conic-gradient linear-gradient radial-gradient
  repeating-conic-gradient repeating-linear-gradient repeating-radial-gradient
  matrix matrix3d perspective rotate rotate3d rotateX rotateY rotateZ scale scale3d scaleX scaleY scaleZ
  skew skewX skewY translate translate3d translateX translateY translateZ
  blur brightness contrast drop-shadow grayscale hue-rotate invert opacity saturate sepia
  circle ellipse inset path polygon rect
  cubic-bezier steps
  fit-content minmax repeat
  format local
  selector
  has host is lang not nth-child nth-last-child nth-last-of-type nth-of-type part slotted where`
// Firefox 115 doesn't support :has(), and skips the rule: no page may depend on it.

describe('the style of a site contains only', () => {
  /** Without strings and URLs, which may contain anything. */
  const style = manifest.style.replace(/"(\\.|[^"\\])*"|'(\\.|[^'\\])*'|url\([^)]*\)/g, '')
  const found = (pattern: RegExp) => [...new Set([...style.matchAll(pattern)].map(([, name = '']) => name))]
  const wordsOf = (text: string) => text.trim().split(/\s+/)

  test.each([
    { what: 'at-rules', pattern: /@([\w-]+)/g, known: wordsOf(OLD_AT_RULES) },
    {
      what: 'functions',
      pattern: /(?<![\w-])(?!(?:and|or|not)\()([\w-]+)\(/g,
      known: wordsOf(OLD_FUNCTIONS),
    },
  ])('$what that the oldest browsers support', ({ pattern, known }) => {
    const names = found(pattern)
    expect(names).not.toEqual([])
    expect(names.filter(name => !known.includes(name))).toEqual([])
  })

  test('media queries without ranges, `or` and `not (…)`, which Safari 15.6 doesn’t support', () => {
    const queries = found(/@media ?([^{]+)\{/g).flatMap(list => list.split(/, ?/))
    // A browser skips the rules for a media feature that it doesn't know.
    const feature = String.raw`\([a-z-]+(:[^()<>=]+)?\)`
    const level3 = new RegExp(`^(((not|only) )?[a-z]+|${feature})( and ${feature})*$`)
    expect(queries).not.toEqual([])
    expect(queries.filter(query => !level3.test(query))).toEqual([])
  })
})
