// Without this feature the site is the same, but mistakes aren't reported.
import { expect, test } from 'vitest'
import { builtWithout } from '../../../tests/support/built-without.ts'

test('deleting the checks feature changes no file of build/ and dist/', async () => {
  const [whole, without] = await Promise.all([builtWithout(), builtWithout('checks')])
  expect(Object.keys(whole)).toContainEqual(expect.stringMatching(/index\.html$/))
  expect(without).toEqual(whole)
})
