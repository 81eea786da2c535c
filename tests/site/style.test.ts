// What holds for the style of every site, whatever its colours and layout: nobody waits for its words. Read as data;
// tests/browser/ looks at pages in browsers.
import { expect, test } from 'vitest'
import { manifest } from '../support/own-site.ts'

const { style } = manifest

/** With the values of its tokens in the light scheme. */
const resolved = (value: string): string =>
  value.replace(/var\((--[\w-]+)\)/g, (_, name) =>
    resolved(new RegExp(`[{;]${name}:([^;}]*)`).exec(style)?.[1] ?? ''),
  )

/** The longest time that stands in a value, in milliseconds. */
function longestIn(value: string): number {
  const times = [...value.matchAll(/(?<![\w.])(\d*\.?\d+)(m?s)\b/g)]
  return Math.max(0, ...times.map(([, time, unit]) => Number(time) * (unit === 's' ? 1000 : 1)))
}

test('no transition takes longer than a second', () => {
  const transitions = [...style.matchAll(/[{;](transition(?:-duration|-delay)?:[^;}]*)/g)].map(
    ([, each = '']) => each,
  )
  expect(transitions.filter(each => longestIn(resolved(each)) > 1000)).toEqual([])
})

test('the menu of a phone opens within a second', () => {
  expect(longestIn(resolved('var(--soft)'))).toBeLessThanOrEqual(1000)
})

test('the page behind the menu of a phone is visible', () => {
  // Lightning CSS writes an opaque colour as #rgb, #rrggbb or a name.
  expect(resolved('var(--shade)')).not.toMatch(/^(#.{3}|#.{6}|[a-z]+)$/)
})

test('words are visible before their typeface has loaded', () => {
  const loaded = [...style.matchAll(/@font-face ?\{[^}]*\}/g)].flat().filter(face => face.includes('url('))
  expect(loaded.filter(face => !/font-display: ?(swap|fallback|optional)/.test(face))).toEqual([])
})
