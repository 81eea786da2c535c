import { expect, test } from 'vitest'
import { directionOf } from '../../server/pages/text-direction.ts'

test.each([
  ['ar', 'rtl'],
  ['he-IL', 'rtl'],
  ['az-Arab', 'rtl'],
  ['en', undefined],
  ['art', undefined],
])('the language %s has the direction %s', (lang, direction) => {
  expect(directionOf(lang)).toBe(direction)
})
