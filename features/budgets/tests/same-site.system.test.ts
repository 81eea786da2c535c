// The site is the same without this feature, only nobody is told what a page costs.
import { expect, test } from 'vitest'
import { builtWithout } from '../../../tests/support/built-without.ts'

test('every file of build/ and dist/ is the same without the feature', async () => {
  const [whole, without] = await Promise.all([builtWithout(), builtWithout('budgets')])
  expect(Object.keys(whole)).toContainEqual(expect.stringMatching(/index\.html$/))
  expect(without).toEqual(whole)
})
