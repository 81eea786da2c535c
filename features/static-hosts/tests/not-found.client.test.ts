// @vitest-environment node: own-window.ts opens a window whose location a test can replace.
// What the script does on the 404.html of a host that can't redirect: it checks the canonical path, and goes there.
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import '../../../tests/support/own-window.ts'
import { staticHosts } from '../client/at-hydration.ts'

const replace = vi.fn()

/** Starts the script on a page at this path. Resolves to its requests. */
async function startAt(path: string, response: object | Promise<never> = {}) {
  vi.stubGlobal('location', { pathname: path, search: '?a', hash: '#b', replace })
  const requests: object[] = []
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => {
    requests.push({ method, path })
    return { status: 200, redirected: false, ...(await response) }
  })
  staticHosts.beforeHydration()
  await new Promise(resolve => setTimeout(resolve))
  return requests
}

beforeEach(() => {
  vi.clearAllMocks()
  document.head.innerHTML = ''
})

test.each([
  { path: '/blog/first-note/', canonical: '/blog/first-note' },
  { path: '/Team', canonical: '/team' },
  { path: '//blog//first', canonical: '/blog/first' },
  { path: '/%54eam', canonical: '/team' },
  { path: '/%5Cexample.org/', canonical: '/%5Cexample.org' },
])('sends one HEAD request for $canonical at $path, and goes there', async ({ path, canonical }) => {
  expect(await startAt(path)).toEqual([{ method: 'HEAD', path: canonical }])
  expect(replace).toHaveBeenCalledExactlyOnceWith(`${canonical}?a#b`)
})

test.each([
  { what: 'missing', response: { status: 404 } },
  { what: 'a redirect, which could lead back', response: { redirected: true } },
])('stays if the canonical path is $what', async ({ response }) => {
  await startAt('/nothing/', response)
  expect(replace).not.toHaveBeenCalled()
})

test('stays if the visitor is offline', async () => {
  const rejected: unknown[] = []
  const collect = (reason: unknown) => rejected.push(reason)
  process.on('unhandledRejection', collect)
  onTestFinished(() => void process.off('unhandledRejection', collect))
  await startAt('/Team', Promise.reject(new TypeError('Failed to fetch')))
  expect({ rejected, moved: replace.mock.calls }).toEqual({ rejected: [], moved: [] })
})

test.each(['/nothing', '/%'])('sends no request at %s', async path => {
  expect(await startAt(path)).toEqual([])
})

test('sends no request on a page that has a canonical address', async () => {
  document.head.innerHTML = '<link rel="canonical" href="/team">'
  expect(await startAt('/Team')).toEqual([])
})
