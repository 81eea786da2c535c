// The cost of a page with data.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Words, words } from '../../../tests/support/prerender-values.tsx'
import { prerenderPriced } from '../../budgets/tests/support/prerender-priced.tsx'
import { pagesOfValues } from './support/value-site.tsx'

test('the cost of a page includes its data', async () => {
  const jobs = { path: '/jobs', ...words('Jobs'), load: () => ({ data: 'Mason' }), Component: Words } as const
  const { costs, dist } = await prerenderPriced(await pagesOfValues({ jobs }))
  const sizeOf = (name: string) => readFileSync(join(dist, name)).length
  expect(costs['/jobs']).toMatchObject({
    HTML: sizeOf('jobs.html'),
    'HTML br': sizeOf('jobs.html.br'),
    data: sizeOf('jobs.json'),
  })
})
