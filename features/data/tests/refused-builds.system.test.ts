// What a build says of a mistake in the fields of this feature: system/refused-builds has the rest.
import { expect, test } from 'vitest'
import { copyToBreak } from '../../../tests/support/copy-to-break.ts'

test('a build names a time for which no page can be cached', async () => {
  const { edit, refused } = await copyToBreak()
  edit('shared/site/data-routes.ts', 'revalidate: 300', 'revalidate: Infinity')
  expect((await refused()).refusal).toBe(
    'routes.courses.revalidate is Infinity: write a whole number of seconds, 1 or more',
  )
})
