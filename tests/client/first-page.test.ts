// @vitest-environment node: own-window.ts opens a window whose location a test can replace.
// What the script does on the first page: it hydrates it with what its HTML says, or leaves it unchanged. On the 404.html
// of a host that can't redirect, it checks the canonical path and goes there.
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { hydratePage } from '../../client/entry.ts'
import { hydrate } from '../../client/hydrate.tsx'
import '../support/own-window.ts'
import { site } from '../support/site.tsx'
import { browser, slots } from '../support/visit-page.ts'

vi.mock('../../client/hydrate.tsx', () => ({ hydrate: vi.fn() }))

const buildId = 'this-build'
const Page = () => null
/** The arguments of the hydration. */
const hydratedWith = () => vi.mocked(hydrate).mock.lastCall?.[0] ?? expect.fail('it is not hydrated')

const replace = vi.fn()

interface Given {
  /** The data attributes of the script loader. */
  attributes?: DOMStringMap
  /** How the host responds to HEAD for another path. */
  response?: { status?: number; redirected?: boolean } | Promise<never>
}

/** Starts the script on a page at this path. Resolves to what it requests, and whether it hydrates the page. */
async function startAt(path: string, { attributes, response = {} }: Given = {}) {
  vi.stubGlobal('location', { pathname: path, search: '?a', hash: '#b', replace })
  const answer = async () => ({ status: 200, redirected: false, ...(await response) })
  const fetch = vi.fn<(asked: string, init: RequestInit) => ReturnType<typeof answer>>(answer)
  vi.stubGlobal('fetch', fetch)
  hydratePage(Page, { buildId, ...attributes })
  await new Promise(resolve => setTimeout(resolve))
  return fetch.mock.calls.map(([asked, { method }]) => ({ method, path: asked }))
}

beforeEach(() => {
  vi.clearAllMocks()
  document.documentElement.lang = 'en'
  document.documentElement.dataset.script = ''
  document.head.innerHTML = '<title>A title</title>'
  document.body.innerHTML = '<main></main>'
})

describe('a page', () => {
  beforeEach(() => document.head.insertAdjacentHTML('beforeend', '<link rel="canonical" href="/team">'))

  test('is hydrated with the values in its head', async () => {
    const requested = await startAt('/Team') // A host may ignore case in paths.
    const head = { title: 'A title', lang: 'en', path: '/team', canonical: expect.stringMatching(/\/team$/) }
    const first = {
      page: { pattern: '/team', head, component: Page },
      query: undefined,
      buildId,
    }
    expect(hydrate).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ first }))
    expect(requested).toEqual([])
  })

  test.each([
    { path: '/jobs/mason', pattern: '/jobs/:slug', query: '?full' },
    { path: '/jobs', pattern: '/jobs', query: undefined }, // The same for every query.
  ])('is hydrated with its embedded data: $path', async ({ path, pattern, query }) => {
    const head = { path, title: 'Mason', lang: 'en' }
    const embedded = { buildId: 'a-build', path, query, head, data: { title: 'Mason </script>' } }
    const json = JSON.stringify(embedded).replaceAll('<', '\\u003c')
    document.body.innerHTML = `<main></main><script type="application/json" id="page-data">${json}</script>`
    await startAt(path)
    const page = { pattern, head, component: Page, data: { title: 'Mason </script>' } }
    const first = { page, query, buildId }
    expect(hydrate).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ first }))
  })

  test('gets the site’s company, logo and slots', async () => {
    await startAt('/team')
    const { company, Logo } = site
    const given = hydratedWith().site
    expect(given).toEqual({ company, Logo, slots })
    expect(given.slots).toBe(slots)
  })

  test('in another language is hydrated in that language', async () => {
    document.documentElement.lang = 'fr'
    await startAt('/team', { attributes: { lang: 'fr' } })
    expect(hydratedWith().first.page.head).toMatchObject({
      title: 'A title',
      lang: 'fr',
      path: '/team',
    })
  })

  test('in another language isn’t hydrated after a translation into the company’s language', async () => {
    await startAt('/team', { attributes: { lang: 'fr' } })
    expect(hydrate).not.toHaveBeenCalled()
  })

  test('is hydrated even if another element has the id of the data', async () => {
    document.body.innerHTML = '<main><h2 id="page-data">Page data</h2></main>'
    await startAt('/team')
    expect(hydratedWith().first).toMatchObject({ page: { pattern: '/team', data: undefined } })
  })

  test('is hydrated correctly beside a third-party script with the same attributes', async () => {
    document.head.insertAdjacentHTML('afterbegin', '<script data-lang="fr" data-build-id="2"></script>')
    await startAt('/team')
    expect(hydratedWith().first).toMatchObject({ page: { head: { lang: 'en' } }, buildId })
  })

  test('calls the site’s afterHydration only once it is hydrated', async () => {
    await startAt('/team')
    expect(hydrate).toHaveBeenCalledOnce()
    expect(browser.afterHydration).not.toHaveBeenCalled()
    hydratedWith().onHydrated()
    await vi.waitFor(() => expect(browser.afterHydration).toHaveBeenCalledOnce())
  })

  test.each([
    { what: 'the browser', translate: () => document.documentElement.setAttribute('lang', 'tlh') },
    {
      what: 'an extension',
      translate: () => document.body.insertAdjacentHTML('beforeend', '<font>x</font>'),
    },
  ])('isn’t hydrated after $what has translated it', async ({ translate }) => {
    translate()
    expect(hydratePage(Page, { buildId })).toBe(false)
    expect(hydrate).not.toHaveBeenCalled()
  })
})

describe('404.html', () => {
  test('is hydrated without a path or a canonical address', async () => {
    await startAt('/nothing')
    const head = { title: 'A title', lang: 'en' }
    const first = { page: { pattern: '*', head, component: Page }, query: undefined, buildId }
    expect(hydrate).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ first }))
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
  ])('stays and is hydrated if the canonical path is $what', async ({ response }) => {
    await startAt('/nothing/', { response })
    expect(replace).not.toHaveBeenCalled()
    expect(hydrate).toHaveBeenCalledOnce()
  })

  test('stays and is hydrated if the visitor is offline', async () => {
    const rejected: unknown[] = []
    const collect = (reason: unknown) => rejected.push(reason)
    process.on('unhandledRejection', collect)
    onTestFinished(() => void process.off('unhandledRejection', collect))
    await startAt('/Team', { response: Promise.reject(new TypeError('Failed to fetch')) })
    expect({ rejected, moved: replace.mock.calls, hydrated: vi.mocked(hydrate).mock.calls.length }).toEqual({
      rejected: [],
      moved: [],
      hydrated: 1,
    })
  })

  test.each(['/nothing', '/%'])('sends no request at %s', async path => {
    expect(await startAt(path)).toEqual([])
  })
})
