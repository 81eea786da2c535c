// The limits of pages with data in docs/operations.md.
import { expect, test } from 'vitest'
import { read } from '../../../tests/support/deploy-files.ts'
import { MAX_LOAD_WAIT_MS } from '../concurrency.ts'

test('docs/operations.md has the maximum wait for a free loader', () => {
  expect(read('docs/operations.md')).toContain(
    `| waiting for a permit to load a page | ${MAX_LOAD_WAIT_MS / 1000} s |`,
  )
})
