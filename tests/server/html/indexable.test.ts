// Which pages search engines may index: none whose canonical address is elsewhere.
import { expect, test } from 'vitest'
import { isIndexable } from '../../../server/metadata/indexable.ts'
import { ORIGIN } from '../../support/value-site.tsx'

test('a page is indexable only if its canonical address is its own', () => {
  const isIndexableAs = (canonical: string) =>
    isIndexable('/jobs/mason', { heading: 'Mason', description: '', canonical }, ORIGIN)
  expect(isIndexableAs('/jobs/mason')).toBe(true)
  expect(isIndexableAs(`${ORIGIN}/jobs/mason`)).toBe(true)
  expect(isIndexableAs('/jobs')).toBe(false)
})
