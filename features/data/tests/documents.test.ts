// The limits that docs/operations.md says of pages with data.
import { expect, test } from 'vitest'
import { read } from '../../../tests/support/deploy-files.ts'
import { MAX_LOAD_WAIT_MS } from '../concurrency.ts'

test('docs/operations.md says how long a page waits for a free loader', () => {
  expect(read('docs/operations.md')).toContain(`| waiting for a free loader | ${MAX_LOAD_WAIT_MS / 1000} s |`)
})
