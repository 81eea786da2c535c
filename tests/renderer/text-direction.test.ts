import { expect, test } from 'vitest'
import { isRightToLeft } from '../../server/pages/text-direction.ts'

test.each([
  ['ar', true],
  ['he-IL', true],
  ['az-Arab', true],
  ['en', false],
  ['art', false],
])('the language %s is written from right to left: %s', (lang, expected) => {
  expect(isRightToLeft(lang)).toBe(expected)
})
