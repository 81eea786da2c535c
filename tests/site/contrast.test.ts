import { describe, expect, test } from 'vitest'
import { readTokens } from '../../scripts/media/tokens.ts'

/** https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminance(colour: string): number {
  const digits = colour.length === 4 ? colour.replace(/[^#]/g, '$&$&') : colour
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map(at => Number.parseInt(digits.slice(at, at + 2), 16) / 255)
    .map(part => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
function contrast(one: string, other: string): number {
  const [lower = 0, higher = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (higher + 0.05) / (lower + 0.05)
}

const token = readTokens()
const onPages = ['paper', 'surface']

describe.each([
  ['light', onPages],
  ['dark', [...onPages, 'raised']], // Cards are dark in both schemes.
] as const)('in the %s scheme', (scheme, backgrounds) => {
  test.each([
    ['ink', 7], // https://www.w3.org/TR/WCAG22/#contrast-enhanced
    ['muted', 7],
    ['accent', 4.5],
  ])('the token --%s has a contrast of at least %d to 1', (name, least) => {
    for (const background of backgrounds)
      expect(contrast(token(name, scheme), token(background, scheme)), background).toBeGreaterThan(least)
  })
})
