// What holds for the style of every site, whatever its colours and layout: its words can be read, and nobody waits for
// them. Read as data, of one page of each row; tests/browser/ looks at all of them in browsers.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { rulesOf, stylesOf, type Viewer } from '../support/cascade.ts'
import { contrast, isMeasurable, wordsOf } from '../support/contrast.ts'
import { addresses, dist, manifest, rows } from '../support/own-site.ts'

const { style } = manifest
const paths = rows.flatMap(row => addresses.find(address => address.row === row)?.path ?? [])
const pages = ['/404', ...paths].map(path => {
  const html = readFileSync(join(dist, `${path === '/' ? '/index' : path}.html`), 'utf8')
  return { path, ...stylesOf(style, html) }
})

/** The layout is that of any. */
const [page = expect.fail()] = pages
const root = page.document.documentElement

const dark = ['(prefers-color-scheme: dark)']
const pointedAt = { states: [':hover', ':focus-visible'], at: '*' }

describe.each<{ seen: string; viewer: Viewer }>([
  { seen: 'at a desk', viewer: { width: 1280 } },
  { seen: 'at a desk, in the dark', viewer: { width: 1280, media: dark } },
  { seen: 'on a phone, pointed at', viewer: { width: 390, ...pointedAt } },
  { seen: 'on a phone, pointed at, in the dark', viewer: { width: 390, ...pointedAt, media: dark } },
])('seen $seen', ({ viewer }) => {
  // Of large words, because these tests know no sizes: https://www.w3.org/TR/WCAG22/#contrast-minimum
  test('all words have a contrast of at least 3:1', () => {
    const unreadable = pages.flatMap(page =>
      wordsOf(page, viewer)
        .filter(({ words, behind }) => isMeasurable(words) && isMeasurable(behind))
        .filter(({ words, behind }) => contrast(words, behind) < 3)
        .map(found => ({ path: page.path, ...found })),
    )
    expect(unreadable, 'Take the colours of tokens.css: --ink and --muted on --paper.').toEqual([])
  })
})

/** The longest time that stands in a value, in milliseconds. */
function longestIn(value: string): number {
  const times = [...value.matchAll(/(?<![\w.])(\d*\.?\d+)(m?s)\b/g)]
  return Math.max(0, ...times.map(([, time, unit]) => Number(time) * (unit === 's' ? 1000 : 1)))
}

test('no transition takes longer than a second', () => {
  const slow = rulesOf(style).rules.flatMap(({ selector, declarations }) =>
    ['transition', 'transition-duration', 'transition-delay']
      .map(property => ({ selector, [property]: page.resolve(declarations.get(property) ?? '', root, {}) }))
      .filter(({ selector, ...transition }) => longestIn(Object.values(transition).join()) > 1000),
  )
  expect(slow).toEqual([])
})

describe('the menu of a phone', () => {
  const menu = page.document.querySelector('.menu')
  const menuHas = (property: string) =>
    (menu && page.declaredValue(menu, '', [property], { width: 390 })) ?? 'none'

  test('opens within a second', () => {
    expect(longestIn(menuHas('animation')), menuHas('animation')).toBeLessThanOrEqual(1000)
  })

  test('leaves the page behind it visible', () => {
    const veil = menuHas('box-shadow').split(' ').at(-1)
    // Lightning CSS writes an opaque colour as #rgb, #rrggbb or a name.
    expect(veil).not.toMatch(/^(#.{3}|#.{6}|(?!none$)[a-z]+)$/)
  })
})

test('words are visible before their typeface has loaded', () => {
  const loaded = [...style.matchAll(/@font-face ?\{[^}]*\}/g)].flat().filter(face => face.includes('url('))
  expect(loaded.filter(face => !/font-display: ?(swap|fallback|optional)/.test(face))).toEqual([])
})
