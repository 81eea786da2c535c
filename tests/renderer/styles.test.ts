import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { describe, expect, test } from 'vitest'
import { target } from '../../scripts/build/browsers.ts'
import { styles } from '../../scripts/build/styles.ts'
import { type TextSizes, textSizes } from '../../scripts/build/text-sizes.ts'
import type { Link } from '../../shared/page-table.ts'
import { assets } from '../support/fixture-site.ts'
import { rowsIn } from '../support/rows.ts'

const folder = mkdtempSync(join(tmpdir(), 'styles-'))
type Facts = Parameters<typeof textSizes>[0]
const sizesOf = (labels: string[], facts: Partial<Facts> = {}) => {
  const header = labels.map((label, i): Link => ({ path: `/${i}`, label }))
  return textSizes({ name: 'Acme', email: 'info@acme.example', ...facts }, { header, footer: [] })
}

/** Builds one stylesheet as the site builds its own. */
async function bundle(css: string): Promise<string> {
  const file = join(folder, 'page.css')
  writeFileSync(file, css)
  const plugins = [styles(() => sizesOf(['Home', 'About']))]
  const options = { target, bundle: true, minify: true, write: false, logLevel: 'silent' } as const
  const { outputFiles } = await build({ entryPoints: [file], plugins, ...options })
  return outputFiles[0]?.text ?? ''
}

test.each(
  rowsIn(String.raw`
    a { &:hover { top: 0 } } → ^a:hover\{
    @media (width >= 40rem) { a { top: 0 } } → min-width:40rem
    a { color: oklch(0.575 0.22 31) } → ^a\{color:#dd2308\}\s*$
    :root { color-scheme: light dark; --a: light-dark(#000, #fff) } → prefers-color-scheme:dark
    @media (width >= env(--links-width)) { a { top: 0 } } → min-width:[\d.]+em
    a { top: calc(1px / env(--label-width)) } → ^a\{top:0?\.3546\d*px\}`),
)('a stylesheet is lowered for the oldest browsers: %s', async (css = '', lowered = '') => {
  const text = await bundle(css)
  expect(text).toMatch(new RegExp(lowered))
  expect(text).not.toMatch(/&|>=|oklch|light-dark\(|env\(/)
})

test.each([
  ['a brace too many', 'a {\n  top: 0;\n}\n\n::after {{ top: 0 }', 5],
  ['an unclosed block', 'a {\n  top: 0;', 2],
  ['an unknown property', 'a {\n  colr: red;\n}', 2],
  ['an unknown at-rule', 'a {\n  top: 0;\n}\n@foo;', 4],
  ['an unknown pseudo-class', 'a:foo {\n  top: 0;\n}', 1],
  ['a missing file', 'a {\n  background: url(./missing.png);\n}', 2],
])('a stylesheet fails the build with its file and line at %s', async (_what, css, line) => {
  const location = { file: expect.stringMatching(/page\.css$/), line }
  const path = ['errors', 0, 'location']
  await expect(bundle(css)).rejects.toHaveProperty(path, expect.objectContaining(location))
})

// What Chrome 109, Firefox 115 and Safari 15.6 all know: https://developer.mozilla.org/docs/Web/CSS/Reference
// All of it, and not what the stylesheets use today: an owner may write any of it.
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
// Firefox 115 does not know :has(), and skips the rule: no page may depend on it.

describe('the style of a site has only', () => {
  /** Without strings and addresses, in which anything may stand. */
  const style = assets.style.replace(/"(\\.|[^"\\])*"|'(\\.|[^'\\])*'|url\([^)]*\)/g, '')
  const found = (pattern: RegExp) => [...new Set([...style.matchAll(pattern)].map(([, name = '']) => name))]
  const wordsOf = (text: string) => text.trim().split(/\s+/)

  test.each([
    { what: 'at-rules', pattern: /@([\w-]+)/g, known: wordsOf(OLD_AT_RULES) },
    {
      what: 'functions',
      pattern: /(?<![\w-])(?!(?:and|or|not)\()([\w-]+)\(/g,
      known: wordsOf(OLD_FUNCTIONS),
    },
  ])('$what that the oldest browsers know', ({ pattern, known }) => {
    const names = found(pattern)
    expect(names).not.toEqual([])
    expect(names.filter(name => !known.includes(name))).toEqual([])
  })

  test('media queries without ranges, `or` and `not (…)`, which Safari 15.6 does not understand', () => {
    const queries = found(/@media ?([^{]+)\{/g).flatMap(list => list.split(/, ?/))
    // Of a feature that a browser does not know it skips the rules.
    const feature = String.raw`\([a-z-]+(:[^()<>=]+)?\)`
    const level3 = new RegExp(`^(((not|only) )?[a-z]+|${feature})( and ${feature})*$`)
    expect(queries).not.toEqual([])
    expect(queries.filter(query => !level3.test(query))).toEqual([])
  })
})

describe('the links of the header', () => {
  const linksWidth = (sizes: TextSizes) => Number.parseFloat(sizes['links-width'] ?? '')
  const german = ['Startseite', 'Leistungen', 'Unternehmensgeschichte', 'Datenschutzerklärung']

  test('need a wider window, the more and the longer they are, and the longer the name beside them is', () => {
    const widths = [
      sizesOf(['Home']),
      sizesOf(['Home', 'About']),
      sizesOf(german),
      sizesOf(german, { name: 'Acme Warenwirtschaft' }),
    ].map(linksWidth)
    expect(widths).toEqual(widths.toSorted((a, b) => a - b))
    expect(new Set(widths).size).toBe(widths.length)
  })

  test('fit into no window where they are wider than the page', () => {
    expect(linksWidth(sizesOf([...german, ...german, ...german]))).toBeGreaterThan(500)
  })

  test('are measured by their longest word, the one to the members’ application too', () => {
    const widest = (...given: Parameters<typeof sizesOf>) => sizesOf(...given)['label-width']
    expect(widest(german)).toBe(widest(['Unternehmensgeschichte']))
    const members = { path: '/m', label: 'Mitgliederbereich' } as const
    expect(widest(['Home'], { members })).toBe(widest([members.label]))
    expect(widest(['日本'])).toBe('2')
  })
})
