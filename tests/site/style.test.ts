// What holds for the style of every site, whatever its colours and layout: nobody waits for its words. Read as data;
// tests/browser/ looks at pages in browsers.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { rulesOf, stylesOf } from '../support/cascade.ts'
import { dist, manifest } from '../support/own-site.ts'

const { style } = manifest
/** The layout is that of any. */
const page = stylesOf(style, readFileSync(join(dist, '404.html'), 'utf8'))
const root = page.document.documentElement

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
