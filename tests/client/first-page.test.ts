// @vitest-environment node
// What the script does on the first page: it hydrates it with what its HTML says, or leaves it as it is. On 404.html of a
// host that cannot redirect it asks for the canonical path, and goes there.
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import * as allPages from '../../client/all-pages.ts'
import { start } from '../../client/entry.ts'
import { hydrate } from '../../client/hydrate.tsx'
import type { EarlyInput } from '../../client/replay.ts'
import { afterHydration } from '../../shared/site/browser.ts'
import { Logo } from '../../shared/site/logo.tsx'
import '../support/own-window.ts'

vi.mock('virtual:page-table', () => ({
  menus: {},
  rightToLeft: ['ar'],
  clientPaths: ['/about', '/jobs', '/jobs/:slug'],
}))
vi.mock('../../client/hydrate.tsx', () => ({ hydrate: vi.fn() }))
vi.mock('../../client/all-pages.ts', () => ({ loadPage: vi.fn(), preloadPage: vi.fn() }))
vi.mock('../../shared/site/company.ts', () => ({
  company: { lang: 'nl' },
  labels: { copy: 'Kopieer' },
  translations: { fr: { copy: 'Copier' } },
}))
// Whatever the owner of this project has there.
vi.mock('../../shared/site/logo.tsx', () => ({ Logo: () => null }))
vi.mock('../../shared/site/layout.tsx', () => ({ slots: { Shell: 'div' } }))
vi.mock('../../shared/site/browser.ts', () => ({ afterHydration: vi.fn() }))

const Page = () => null
/** With what the page is hydrated. */
const hydratedWith = () => vi.mocked(hydrate).mock.lastCall?.[0] ?? expect.fail('it is not hydrated')

const replace = vi.fn()

interface Given {
  /** What the visitor did before. */
  input?: EarlyInput
  /** How the host responds to HEAD for another path. */
  response?: { status?: number; redirected?: boolean } | Promise<never>
}

/** Starts the script on a page at this path. Resolves to what it requests. */
async function startAt(path: string, { input = {}, response = {} }: Given = {}) {
  vi.stubGlobal('location', { pathname: path, search: '?a', hash: '#b', replace })
  const answer = async () => ({ status: 200, redirected: false, ...(await response) })
  const fetch = vi.fn<(asked: string, init: RequestInit) => ReturnType<typeof answer>>(answer)
  vi.stubGlobal('fetch', fetch)
  start(Page, input)
  await new Promise(resolve => setTimeout(resolve))
  return fetch.mock.calls.map(([asked, { method }]) => ({ method, path: asked }))
}

beforeEach(() => {
  vi.clearAllMocks()
  document.documentElement.lang = 'nl'
  document.head.innerHTML = '<title>A title</title><meta name="description" content="A description">'
  document.body.innerHTML = '<main></main>'
})

describe('a page that is found', () => {
  beforeEach(() => document.head.insertAdjacentHTML('beforeend', '<link rel="canonical" href="/about">'))

  test('is hydrated with what its head says', async () => {
    const requested = await startAt('/About') // On a host that ignores the case of a path.
    const head = { title: 'A title', description: 'A description', path: '/about' }
    const first = { page: { pattern: '/about', head, component: Page }, path: '/about', query: undefined }
    expect(hydrate).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ first }))
    expect(requested).toEqual([])
  })

  test.each([
    { path: '/jobs/mason', pattern: '/jobs/:slug', query: '?full' },
    { path: '/jobs', pattern: '/jobs', query: undefined }, // The same for every query.
  ])('is hydrated with the data that stands in it: $path', async ({ path, pattern, query }) => {
    const head = { path, title: 'Mason', description: 'A description' }
    const embedded = { version: 'a-version', path, query, head, data: { title: 'Mason </script>' } }
    const json = JSON.stringify(embedded).replaceAll('<', '\\u003c')
    document.body.innerHTML = `<main></main><script type="application/json" id="page-data">${json}</script>`
    await startAt(path)
    const page = { pattern, head, component: Page, data: { title: 'Mason </script>' } }
    const first = { page, path, query }
    expect(hydrate).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ first }))
  })

  const url = new URL('https://www.example.com/jobs')

  test('loads other pages', async () => {
    await startAt('/about')
    const { load } = hydratedWith()
    const { signal } = new AbortController()
    await load(url, signal)
    expect(allPages.loadPage).toHaveBeenCalledExactlyOnceWith(url, signal)
  })

  test('loads other pages in advance, where a script that is gone is no error', async () => {
    await startAt('/about')
    const { preload } = hydratedWith()
    vi.mocked(allPages.preloadPage).mockRejectedValue(new Error('404'))
    await expect(preload(url, { withData: true })).resolves.toBeUndefined()
    expect(allPages.preloadPage).toHaveBeenCalledExactlyOnceWith(url, { withData: true })
  })

  test('has the words, the logo and the slots of the owner', async () => {
    await startAt('/about')
    expect(hydratedWith().owner).toEqual({
      company: { lang: 'nl' },
      labels: { copy: 'Kopieer' },
      translations: { fr: { copy: 'Copier' } },
      Logo,
      slots: { Shell: 'div' },
    })
  })

  test('is written from right to left where its language is', async () => {
    await startAt('/about')
    const { isRightToLeft } = hydratedWith()
    expect({ ar: isRightToLeft('ar'), nl: isRightToLeft('nl') }).toEqual({ ar: true, nl: false })
  })

  test('in a language of its own is hydrated in that', async () => {
    document.documentElement.lang = 'fr'
    document.head.insertAdjacentHTML('beforeend', '<script data-lang="fr"></script>')
    await startAt('/about')
    expect(hydratedWith().first.page.head).toEqual({
      title: 'A title',
      description: 'A description',
      lang: 'fr',
      path: '/about',
    })
  })

  test('in a language of its own is not hydrated once it has been translated into the company’s', async () => {
    document.head.insertAdjacentHTML('beforeend', '<script data-lang="fr"></script>')
    await startAt('/about')
    expect(hydrate).not.toHaveBeenCalled()
  })

  test("does what the owner wants when it is hydrated, after the visitor's early click", async () => {
    document.body.innerHTML = '<main><button type="button">Go</button></main>'
    const clicked = document.querySelector('button') ?? expect.fail()
    const order: string[] = []
    clicked.addEventListener('click', () => order.push('click'))
    vi.mocked(afterHydration).mockImplementation(() => void order.push('afterHydration'))
    await startAt('/about', { input: { clicked } })
    expect(order).toEqual([])
    hydratedWith().onHydrated()
    expect(order).toEqual(['click', 'afterHydration'])
  })

  test.each([
    { what: 'the browser', translate: () => document.documentElement.setAttribute('lang', 'tlh') },
    {
      what: 'an extension',
      translate: () => document.body.insertAdjacentHTML('beforeend', '<font>x</font>'),
    },
  ])('is not hydrated once $what has translated it', async ({ translate }) => {
    translate()
    await startAt('/about')
    expect(hydrate).not.toHaveBeenCalled()
  })
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
    await startAt('/nothing/', { response })
    expect(replace).not.toHaveBeenCalled()
    expect(hydrate).toHaveBeenCalledOnce()
  })

  test('stays, and is hydrated, where the visitor is offline', async () => {
    const rejected: unknown[] = []
    const collect = (reason: unknown) => rejected.push(reason)
    process.on('unhandledRejection', collect)
    onTestFinished(() => void process.off('unhandledRejection', collect))
    await startAt('/About', { response: Promise.reject(new TypeError('Failed to fetch')) })
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
