// What `npm run dev` prints: requests of pages, what fails, and each warning of a build once.
import { join } from 'node:path'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createWarner, printLine } from '../../scripts/dev/terminal.ts'
import { root } from '../support/folders.ts'

const report = vi.fn<(text: string, path?: string) => void>()
beforeEach(() => {
  report.mockReset()
  vi.spyOn(console, 'log').mockReturnValue()
  vi.spyOn(console, 'warn').mockReturnValue()
})

describe('of the log', () => {
  test.each([
    { what: 'a page', line: { status: 200, path: '/about' }, printed: ['200 GET /about 3 ms'] },
    { what: 'an asset', line: { status: 200, path: '/assets/page.js' }, printed: [] },
    { what: 'an asset that the browser has', line: { status: 304, path: '/favicon.svg' }, printed: [] },
    {
      what: 'an asset that is not found',
      line: { status: 404, path: '/none.png' },
      printed: ['404 GET /none.png 3 ms'],
    },
    {
      what: 'a bad request for one',
      line: { status: 400, path: '/a%.png' },
      printed: ['400 GET /a%.png 3 ms'],
    },
    { what: 'a message', line: { msg: 'it is slow' }, printed: ['it is slow'] },
  ])('$what is printed as $printed', ({ line, printed }) => {
    printLine(JSON.stringify({ method: 'GET', ms: 3, ...line }), report)
    expect({ printed: vi.mocked(console.log).mock.calls.flat(), reports: report.mock.calls }).toEqual({
      printed,
      reports: [],
    })
  })

  test('an error is reported for its page, with the files as they are in the project', () => {
    const stack = `Error: no\n    at Page (file://${root}/shared/site/pages/about.tsx:3:1)\n    at ${join(root, 'server/start.ts')}:4`
    printLine(JSON.stringify({ msg: 'failed', path: '/about', status: 500, err: { stack } }), report)
    expect(report.mock.calls).toEqual([
      ['Error: no\n    at Page (shared/site/pages/about.tsx:3:1)\n    at server/start.ts:4', '/about'],
    ])
    expect(console.log).not.toHaveBeenCalled()
  })

  test('an error without a stack is reported by its message', () => {
    printLine(JSON.stringify({ err: { message: 'no answer' } }), report)
    expect(report.mock.calls).toEqual([['no answer', undefined]])
  })
})

test('a warning is printed by the first of the builds that have it, and again when it comes back', () => {
  const warn = createWarner()
  const builds = [['a title is long'], ['a title is long', 'a colour is unknown'], [], ['a title is long']]
  const printed = builds.map(warnings => {
    vi.mocked(console.warn).mockClear()
    warn(warnings)
    return vi.mocked(console.warn).mock.calls.flat()
  })
  expect(printed).toEqual([
    ['WARNING: a title is long'],
    ['WARNING: a colour is unknown'],
    [],
    ['WARNING: a title is long'],
  ])
})
