// The limits that docs/operations.md says of pages with data.
import { expect, test } from 'vitest'
import { read } from '../../../tests/support/deploy-files.ts'
import { MAX_LOAD_WAIT_MS } from '../concurrency.ts'

test('docs/operations.md says how long a page waits to load', () => {
  expect(read('docs/operations.md')).toContain(`| a page waits to load | ${MAX_LOAD_WAIT_MS / 1000} s |`)
})
