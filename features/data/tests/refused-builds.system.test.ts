// How a build reports a mistake in this feature's fields: system/refused-builds has the rest.
import { expect, test } from 'vitest'
import { copyToBreak } from '../../../tests/support/copy-to-break.ts'

test('a build fails with an error about an invalid revalidate', async () => {
  const { edit, refused } = await copyToBreak()
  edit('shared/site/data-routes.ts', 'revalidate: 300', 'revalidate: Infinity')
  expect((await refused()).refusal).toBe(
    'routes.courses.revalidate is Infinity: write a whole number of seconds, 1 or more',
  )
})
