// Without this feature the site is the same, but a prerender doesn't report what pages cost.
import { expect, test } from 'vitest'
import { builtWithout } from '../../../tests/support/built-without.ts'

test('deleting the budgets feature changes no file of build/ and dist/', async () => {
  const [whole, without] = await Promise.all([builtWithout(), builtWithout('budgets')])
  expect(Object.keys(whole)).toContainEqual(expect.stringMatching(/index\.html$/))
  expect(without).toEqual(whole)
})
