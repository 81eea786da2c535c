// Rules for the style of any site, whatever its colours and layout: text appears without delay, and everyone can read it.
// These tests read the stylesheet; tests/browser/ checks pages in browsers.
import { describe, expect, test } from 'vitest'
import { readTokens } from '../../scripts/media/tokens.ts'
import { contrast } from '../support/contrast.ts'
import { manifest } from '../support/own-site.ts'

const { style } = manifest

/** A value with its tokens resolved in the light scheme. */
const resolved = (value: string): string =>
  value.replace(/var\((--[\w-]+)\)/g, (_, name) =>
    resolved(new RegExp(`[{;]${name}:([^;}]*)`).exec(style)?.[1] ?? ''),
  )

/** The longest time in a value, in milliseconds. */
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

test('the small-screen menu opens within a second', () => {
  expect(longestIn(resolved('var(--r-soft)'))).toBeLessThanOrEqual(1000)
})

test('the page behind the small-screen menu stays visible', () => {
  // Lightning CSS writes an opaque colour as #rgb, #rrggbb or a name.
  expect(resolved('var(--r-shade)')).not.toMatch(/^(#.{3}|#.{6}|[a-z]+)$/)
})

test('text is visible before its typeface has loaded', () => {
  const loaded = [...style.matchAll(/@font-face ?\{[^}]*\}/g)].flat().filter(face => face.includes('url('))
  expect(loaded.filter(face => !/font-display: ?(swap|fallback|optional)/.test(face))).toEqual([])
})

const tokens = readTokens()
const onPages = ['paper', 'surface']

describe.each([
  { scheme: 'light', backgrounds: onPages },
  { scheme: 'dark', backgrounds: [...onPages, 'raised'] }, // Cards are dark in both schemes.
] as const)('in the $scheme scheme', ({ scheme, backgrounds }) => {
  test.each([
    { name: 'ink', least: 7 }, // https://www.w3.org/TR/WCAG22/#contrast-enhanced
    { name: 'muted', least: 7 },
    { name: 'accent', least: 4.5 },
  ])('the token --r-$name has a contrast of at least $least:1 on every background', ({ name, least }) => {
    for (const background of backgrounds) {
      const [colour, behind] = [tokens.colour(name, scheme), tokens.colour(background, scheme)]
      const which = `--r-${name} ${colour} on --r-${background} ${behind}`
      expect(contrast(colour, behind), which).toBeGreaterThanOrEqual(least)
    }
  })
})
