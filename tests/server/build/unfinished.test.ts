// What is unfinished, whether a check has found it in the site or in a page: `unfinished` in extension-points.ts.
import { expect, test, vi } from 'vitest'
import { asUnfinished, asWarning, report } from '../../../scripts/lib/diagnostics.ts'

const found = [asUnfinished('the title is too long'), asWarning('the picture is large')]

test('a build prints what is unfinished as a warning, and a prerender fails with it', () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  report(found, { unfinishedAs: 'warning' })
  expect(warn.mock.calls.flat()).toEqual(['WARNING: the title is too long', 'WARNING: the picture is large'])
  warn.mockClear()
  expect(() => report(found, { unfinishedAs: 'error' })).toThrow(/^the title is too long$/)
  expect(warn.mock.calls.flat()).toEqual(['WARNING: the picture is large'])
})
