// 404.html on a host that cannot redirect: the script asks for the canonical path and goes there, or hydrates the page.
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { start } from '../../client/entry.ts'
import { hydrate } from '../../client/hydrate.tsx'

vi.mock('virtual:page-table', () => ({ menus: {}, rightToLeft: [], clientPaths: ['/about'] }))
vi.mock('../../client/hydrate.tsx', () => ({ hydrate: vi.fn() }))
vi.mock('../../client/all-pages.ts', () => ({ loadPage: vi.fn(), preloadPage: vi.fn() }))
vi.mock('../../shared/site/company.ts', () => ({ company: { lang: 'nl' }, labels: {}, translations: {} }))
// Whatever the owner of this project has there.
vi.mock('../../shared/site/logo.tsx', () => ({ Logo: () => null }))
vi.mock('../../shared/site/layout.tsx', () => ({ slots: {} }))
vi.mock('../../shared/site/browser.ts', () => ({ afterHydration: () => {} }))

const Page = () => null
const replace = vi.fn()

/** Starts the script at this path, on a host that responds to HEAD for other paths with `response`. */
async function startAt(
  path: string,
  response: { status?: number; redirected?: boolean } | Promise<never> = {},
) {
  vi.stubGlobal('location', { pathname: path, search: '?a', hash: '#b', replace })
  const answer = async () => ({ status: 200, redirected: false, ...(await response) })
  const fetch = vi.fn<(asked: string, init: RequestInit) => ReturnType<typeof answer>>(answer)
  vi.stubGlobal('fetch', fetch)
  start(Page, {})
  await new Promise(resolve => setTimeout(resolve))
  return fetch.mock.calls.map(([asked, { method }]) => ({ method, path: asked }))
}

beforeEach(() => {
  vi.clearAllMocks()
  document.documentElement.lang = 'nl'
  document.head.innerHTML = '<title>A title</title><meta name="description" content="A description">'
  document.body.innerHTML = '<main></main>'
})

describe('404.html', () => {
  test('is hydrated for its own path, and has no canonical one', async () => {
    await startAt('/nothing')
    const head = { title: 'A title', description: 'A description' }
    const first = { page: { pattern: '*', head, component: Page }, path: '/404', query: undefined }
    expect(hydrate).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ first }))
  })

  test.each([
    { path: '/blog/first-note/', canonical: '/blog/first-note' },
    { path: '/About', canonical: '/about' },
    { path: '//blog//first', canonical: '/blog/first' },
    { path: '/%41bout', canonical: '/about' },
    { path: '/%5Cexample.org/', canonical: '/%5Cexample.org' },
  ])('asks once, by HEAD, for $canonical in place of $path, and goes there', async ({ path, canonical }) => {
    expect(await startAt(path)).toEqual([{ method: 'HEAD', path: canonical }])
    expect(replace).toHaveBeenCalledExactlyOnceWith(`${canonical}?a#b`)
  })

  test.each([
    { what: 'no page', response: { status: 404 } },
    { what: 'a redirect, which could lead back', response: { redirected: true } },
  ])('stays, and is hydrated, where that is $what', async ({ response }) => {
    await startAt('/nothing/', response)
    expect(replace).not.toHaveBeenCalled()
    expect(hydrate).toHaveBeenCalledOnce()
  })

  test('stays, and is hydrated, where the visitor is offline', async () => {
    const rejected: unknown[] = []
    const collect = (reason: unknown) => rejected.push(reason)
    process.on('unhandledRejection', collect)
    onTestFinished(() => void process.off('unhandledRejection', collect))
    await startAt('/About', Promise.reject(new TypeError('Failed to fetch')))
    expect({ rejected, moved: replace.mock.calls, hydrated: vi.mocked(hydrate).mock.calls.length }).toEqual({
      rejected: [],
      moved: [],
      hydrated: 1,
    })
  })

  test.each(['/nothing', '/%'])('asks nothing at %s', async path => {
    expect(await startAt(path)).toEqual([])
  })
})
