import { expect, test } from 'vitest'
import { headProblems } from '../../scripts/check/head-checks.ts'

const description = 'What a search result shows of this job: more than fifty characters of it.'

test('what loaders say for search results is long enough, short enough, and of one page', () => {
  const heads = {
    '/jobs/mason': { title: 'Mason', description },
    '/jobs/carpenter': { title: 'Carpenter', description: `${description} And more.` },
    '/jobs/short': { title: 'Short', description: 'Too short' },
    '/jobs/long': { title: 'x'.repeat(61), description: 'x'.repeat(161) },
    '/jobs/same': { title: 'Mason', description },
  }
  expect(headProblems(new Map(Object.entries(heads)))).toEqual([
    '/jobs/mason, /jobs/same: they share the title "Mason"',
    '/jobs/long: the title has 61 characters: write 1 to 60',
    `/jobs/mason, /jobs/same: they share the description "${description}"`,
    '/jobs/short: the description has 9 characters: write 50 to 160',
    '/jobs/long: the description has 161 characters: write 50 to 160',
  ])
})
