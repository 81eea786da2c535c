// The colours of shared/site/styles/tokens.css have enough contrast, in both schemes.
import { describe, expect, test } from 'vitest'
import { readTokens } from '../../scripts/media/tokens.ts'
import { contrast } from '../support/contrast.ts'

// The values of https://webaim.org/resources/contrastchecker/, which cuts them off.
test.each([
  { what: 'black on white', one: '#000000', other: '#ffffff', ratio: 21 },
  { what: 'the short forms of these', one: '#000', other: '#fff', ratio: 21 },
  { what: 'white on black', one: '#ffffff', other: '#000000', ratio: 21 },
  { what: 'a colour on itself', one: '#336699', other: '#336699', ratio: 1 },
  { what: 'the lightest grey for words on white', one: '#767676', other: '#ffffff', ratio: 4.54 },
  { what: 'the next grey', one: '#777777', other: '#ffffff', ratio: 4.48 },
  { what: 'red on white', one: '#ff0000', other: '#ffffff', ratio: 4.0 },
  { what: 'green on white', one: '#00ff00', other: '#ffffff', ratio: 1.37 },
  { what: 'blue on white', one: '#0000ff', other: '#ffffff', ratio: 8.59 },
  { what: 'dark grey on white', one: '#333333', other: '#ffffff', ratio: 12.63 },
  { what: 'nearly black on white', one: '#0a0a0a', other: '#ffffff', ratio: 19.8 },
])('these tests measure $ratio:1 for $what', ({ one, other, ratio }) => {
  expect(contrast(one, other)).toBeCloseTo(ratio, 2)
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
  ])('the token --$name has a contrast of at least $least:1 on every background', ({ name, least }) => {
    for (const background of backgrounds) {
      const [colour, behind] = [tokens.colour(name, scheme), tokens.colour(background, scheme)]
      const which = `--${name} ${colour} on --${background} ${behind}`
      expect(contrast(colour, behind), which).toBeGreaterThanOrEqual(least)
    }
  })
})
