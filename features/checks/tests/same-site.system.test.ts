// The site is the same without this feature, only nobody is told of mistakes.
import { expect, test } from 'vitest'
import { builtWithout } from '../../../tests/support/built-without.ts'

test('every file of build/ and dist/ is the same without the feature', async () => {
  const [whole, without] = await Promise.all([builtWithout(), builtWithout('checks')])
  expect(Object.keys(whole)).toContainEqual(expect.stringMatching(/index\.html$/))
  expect(without).toEqual(whole)
})
