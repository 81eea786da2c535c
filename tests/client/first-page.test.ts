// @vitest-environment node: own-window.ts opens a window whose location a test can replace.
// What the script does on the first page: it hydrates it with what its HTML says, or leaves it unchanged.
import { beforeEach, describe, expect, test, vi } from 'vitest'
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

/** Starts the script on a page at this path, with these attributes of the script loader. */
function startAt(path: string, attributes: DOMStringMap = {}): void {
  vi.stubGlobal('location', { pathname: path, search: '?a', hash: '#b' })
  hydratePage(Page, { buildId, ...attributes })
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
    startAt('/Team') // A host may ignore case in paths.
    const head = { title: 'A title', lang: 'en', path: '/team', canonical: expect.stringMatching(/\/team$/) }
    const first = {
      page: { pattern: '/team', head, component: Page },
      query: undefined,
      buildId,
    }
    expect(hydrate).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ first }))
  })

  test.each([
    { path: '/jobs/mason', pattern: '/jobs/:slug', query: '?full' },
    { path: '/jobs', pattern: '/jobs', query: undefined }, // The same for every query.
  ])('is hydrated with its embedded data: $path', async ({ path, pattern, query }) => {
    const head = { path, title: 'Mason', lang: 'en' }
    const embedded = { buildId: 'a-build', path, query, head, data: { title: 'Mason </script>' } }
    const json = JSON.stringify(embedded).replaceAll('<', '\\u003c')
    document.body.innerHTML = `<main></main><script type="application/json" id="page-data">${json}</script>`
    startAt(path)
    const page = { pattern, head, component: Page, data: { title: 'Mason </script>' } }
    const first = { page, query, buildId }
    expect(hydrate).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ first }))
  })

  test('gets the site’s company, logo and slots', async () => {
    startAt('/team')
    const { company, Logo } = site
    const given = hydratedWith().site
    expect(given).toEqual({ company, Logo, slots })
    expect(given.slots).toBe(slots)
  })

  test('in another language is hydrated in that language', async () => {
    document.documentElement.lang = 'fr'
    startAt('/team', { lang: 'fr' })
    expect(hydratedWith().first.page.head).toMatchObject({
      title: 'A title',
      lang: 'fr',
      path: '/team',
    })
  })

  test('in another language isn’t hydrated after a translation into the company’s language', async () => {
    startAt('/team', { lang: 'fr' })
    expect(hydrate).not.toHaveBeenCalled()
  })

  test('is hydrated even if another element has the id of the data', async () => {
    document.body.innerHTML = '<main><h2 id="page-data">Page data</h2></main>'
    startAt('/team')
    expect(hydratedWith().first).toMatchObject({ page: { pattern: '/team', data: undefined } })
  })

  test('is hydrated correctly beside a third-party script with the same attributes', async () => {
    document.head.insertAdjacentHTML('afterbegin', '<script data-lang="fr" data-build-id="2"></script>')
    startAt('/team')
    expect(hydratedWith().first).toMatchObject({ page: { head: { lang: 'en' } }, buildId })
  })

  test('calls the site’s afterHydration only once it is hydrated', async () => {
    startAt('/team')
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
    startAt('/nothing')
    const head = { title: 'A title', lang: 'en' }
    const first = { page: { pattern: '*', head, component: Page }, query: undefined, buildId }
    expect(hydrate).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ first }))
  })
})
