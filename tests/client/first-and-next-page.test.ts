// @vitest-environment node: own-window.ts opens one whose location a test can replace.
// What the script does on the first page: it hydrates it with what its HTML says, or leaves it as it is. On 404.html of a
// host that cannot redirect it asks for the canonical path, and goes there. And what it loads of the next page, and when.
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { start } from '../../client/entry.ts'
import { hydrate } from '../../client/hydrate.tsx'
import type { EarlyInput } from '../../client/replay.ts'
import '../support/own-window.ts'
import { owner } from '../support/owner.tsx'
import { browser, slots } from '../support/visit-page.ts'

const { scripts } = vi.hoisted(() => ({
  scripts: { home: vi.fn(), team: vi.fn(), job: vi.fn(), legal: vi.fn() },
}))
vi.unmock('../../client/all-pages.ts')
vi.mock('../../client/hydrate.tsx', () => ({ hydrate: vi.fn() }))
vi.mock('../../shared/site/routes.tsx', () => ({ components: scripts }))
vi.mock('virtual:pages', () => ({
  rows: [
    { id: 'home', path: '/', hasData: true },
    { id: 'team', path: '/team', title: 'Team | Firm & Co', lang: 'en' },
    { id: 'job', path: '/jobs/:slug', hasData: true },
    { id: 'news', path: '/news', title: 'News', lang: 'en' },
  ],
}))

const Page = () => null
/** With what the page is hydrated. */
const hydratedWith = () => vi.mocked(hydrate).mock.lastCall?.[0] ?? expect.fail('it is not hydrated')

const replace = vi.fn()

interface Given {
  /** What the visitor did before. */
  input?: EarlyInput
  /** What the script loader has as attributes. */
  attributes?: DOMStringMap
  /** How the host responds to HEAD for another path. */
  response?: { status?: number; redirected?: boolean } | Promise<never>
}

/** Starts the script on a page at this path. Resolves to what it requests. */
async function startAt(path: string, { input = {}, attributes = {}, response = {} }: Given = {}) {
  vi.stubGlobal('location', { pathname: path, search: '?a', hash: '#b', replace })
  const answer = async () => ({ status: 200, redirected: false, ...(await response) })
  const fetch = vi.fn<(asked: string, init: RequestInit) => ReturnType<typeof answer>>(answer)
  vi.stubGlobal('fetch', fetch)
  start(Page, input, attributes)
  await new Promise(resolve => setTimeout(resolve))
  return fetch.mock.calls.map(([asked, { method }]) => ({ method, path: asked }))
}

beforeEach(() => {
  vi.clearAllMocks()
  document.documentElement.lang = 'en'
  document.head.innerHTML = '<title>A title</title>'
  document.body.innerHTML = '<main></main>'
})

describe('a page that is found', () => {
  beforeEach(() => document.head.insertAdjacentHTML('beforeend', '<link rel="canonical" href="/team">'))

  test('is hydrated with what its head says', async () => {
    const requested = await startAt('/Team') // On a host that ignores the case of a path.
    const head = { title: 'A title', lang: 'en', path: '/team', canonical: expect.stringMatching(/\/team$/) }
    const first = { page: { pattern: '/team', head, component: Page }, path: '/team', query: undefined }
    expect(hydrate).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ first }))
    expect(requested).toEqual([])
  })

  test.each([
    { path: '/jobs/mason', pattern: '/jobs/:slug', query: '?full' },
    { path: '/jobs', pattern: '/jobs', query: undefined }, // The same for every query.
  ])('is hydrated with the data that stands in it: $path', async ({ path, pattern, query }) => {
    const head = { path, title: 'Mason', lang: 'en' }
    const embedded = { version: 'a-version', path, query, head, data: { title: 'Mason </script>' } }
    const json = JSON.stringify(embedded).replaceAll('<', '\\u003c')
    document.body.innerHTML = `<main></main><script type="application/json" id="page-data">${json}</script>`
    await startAt(path)
    const page = { pattern, head, component: Page, data: { title: 'Mason </script>' } }
    const first = { page, path, query }
    expect(hydrate).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ first }))
  })

  test('has the company, the logo and the slots of the owner', async () => {
    await startAt('/team')
    const { company, Logo } = owner
    const given = hydratedWith().owner
    expect(given).toEqual({ company, Logo, slots })
    expect(given.slots).toBe(slots)
  })

  test('in a language of its own is hydrated in that', async () => {
    document.documentElement.lang = 'fr'
    await startAt('/team', { attributes: { lang: 'fr' } })
    expect(hydratedWith().first.page.head).toMatchObject({
      title: 'A title',
      lang: 'fr',
      path: '/team',
    })
  })

  test('in a language of its own is not hydrated once it has been translated into the company’s', async () => {
    await startAt('/team', { attributes: { lang: 'fr' } })
    expect(hydrate).not.toHaveBeenCalled()
  })

  test('is hydrated though an element of its own has the id of the data', async () => {
    document.body.innerHTML = '<main><h2 id="page-data">Page data</h2></main>'
    await startAt('/team')
    expect(hydratedWith().first).toMatchObject({ path: '/team', page: { data: undefined } })
  })

  test('is hydrated beside a script of another site that has attributes of these names', async () => {
    document.head.insertAdjacentHTML('afterbegin', '<script data-lang="fr" data-version="2"></script>')
    await startAt('/team')
    expect(hydratedWith().first.page.head.lang).toBe('en')
  })

  test("does what the owner wants when it is hydrated, after the visitor's early click", async () => {
    document.body.innerHTML = '<main><button type="button">Go</button></main>'
    const clicked = document.querySelector('button') ?? expect.fail()
    const order: string[] = []
    clicked.addEventListener('click', () => order.push('click'))
    browser.afterHydration.mockImplementation(() => void order.push('afterHydration'))
    await startAt('/team', { input: { clicked } })
    expect(order).toEqual([])
    hydratedWith().onHydrated()
    await vi.waitFor(() => expect(browser.afterHydration).toHaveBeenCalled())
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
    await startAt('/team')
    expect(hydrate).not.toHaveBeenCalled()
  })
})

describe('404.html', () => {
  test('is hydrated for its own path, and has no canonical one', async () => {
    await startAt('/nothing')
    const head = { title: 'A title', lang: 'en' }
    const first = { page: { pattern: '*', head, component: Page }, path: '/404', query: undefined }
    expect(hydrate).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ first }))
  })

  test.each([
    { path: '/blog/first-note/', canonical: '/blog/first-note' },
    { path: '/Team', canonical: '/team' },
    { path: '//blog//first', canonical: '/blog/first' },
    { path: '/%54eam', canonical: '/team' },
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
    await startAt('/Team', { response: Promise.reject(new TypeError('Failed to fetch')) })
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

const origin = 'https://www.example.com'
const version = 'this-build'
const Home = () => null
const Team = () => null
const Job = () => null
const { signal } = new AbortController()
const at = (path: string) => new URL(path, origin)

/** The data of a page. */
const dataOf = (path: string, parts = {}) => {
  const head = { path, title: 'Mason', lang: 'en' }
  return { version, path, head, data: { slug: path }, ...parts }
}
const answer = (path: string, parts = {}) => Promise.resolve(Response.json(dataOf(path, parts)))
const fetch = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()
const requested = () => fetch.mock.calls.map(([url]) => url)

/** Hydrates a page, whose script has loaded nothing yet. Resolves to what loads the next one. */
async function startOnPage() {
  vi.resetModules()
  scripts.home.mockResolvedValue({ default: Home })
  scripts.team.mockResolvedValue({ default: Team })
  scripts.job.mockResolvedValue({ default: Job })
  document.head.innerHTML += '<script data-version="2"></script><link rel="canonical" href="/team">'
  await startAt('/team', { attributes: { version } })
  fetch.mockReset()
  fetch.mockImplementation(url => answer(url))
  vi.stubGlobal('fetch', fetch)
  const { load, prefetch } = hydratedWith()
  return {
    load: (path: string) => load(at(path), signal),
    prefetch: (path: string, withData = true) => prefetch(at(path), { withData }),
  }
}

describe('the next page', () => {
  test('is its component, and what the table says of it', async () => {
    const { load } = await startOnPage()
    expect(await load('/team?a#b')).toEqual({
      pattern: '/team',
      head: expect.objectContaining({
        path: '/team',
        title: 'Team | Firm & Co',
      }),
      component: Team,
      data: undefined,
    })
  })

  test('has no data where it has no loader, and asks for none', async () => {
    const { load } = await startOnPage()
    await load('/team')
    expect(requested()).toEqual([])
  })

  test.each([
    { address: '/jobs/mason?full#part', from: '/jobs/mason.json?full', component: Job },
    { address: '/', from: '/index.json', component: Home },
    { address: '/?a', from: '/index.json?a', component: Home },
  ])('has the data and the title of $address from $from', async ({ address, from, component }) => {
    const { load } = await startOnPage()
    const { head, data } = dataOf(from)
    expect(await load(address)).toMatchObject({ head, component, data })
    expect(requested()).toEqual([from])
  })

  test('asks for its data without following a redirect, and for as long as the visitor waits', async () => {
    const { load } = await startOnPage()
    await load('/jobs/mason?full')
    expect(fetch).toHaveBeenCalledWith('/jobs/mason.json?full', { redirect: 'manual', signal })
  })

  test('asks for script and data at the same time', async () => {
    const { load } = await startOnPage()
    scripts.job.mockReturnValue(new Promise(() => {}))
    load('/jobs/mason')
    await vi.waitFor(() => expect(requested()).toEqual(['/jobs/mason.json']))
    expect(scripts.job).toHaveBeenCalledOnce()
  })
})

// The visitor then gets its document: tests/client/navigation.test.tsx.
describe('no page comes', () => {
  test.each([
    { what: 'of an address that the table does not have', path: '/nothing' },
    { what: 'of a page that has no component, as one in Markdown', path: '/news' },
  ])('$what', async ({ path }) => {
    const { load } = await startOnPage()
    await expect(load(path)).rejects.toThrow(`there is no page with a script at ${path}`)
  })

  test('where its script is gone, as after a release', async () => {
    const { load } = await startOnPage()
    scripts.team.mockRejectedValue(new TypeError('Failed to fetch dynamically imported module'))
    await expect(load('/team')).rejects.toThrow('imported module')
  })

  test.each([
    { what: 'another build', answer: () => answer('/jobs/mason', { version: 'another' }) },
    { what: 'a 404', answer: async () => new Response('Not found', { status: 404 }) },
    { what: 'a 503', answer: async () => new Response('Busy', { status: 503 }) },
    { what: 'a 500 in JSON', answer: async () => Response.json(dataOf('/jobs/mason'), { status: 500 }) },
    { what: 'a redirect', answer: async () => Response.error() }, // Opaque: its status is 0.
    { what: 'a page in place of JSON', answer: async () => new Response('<!doctype html>') },
    { what: 'a browser that is offline', answer: () => Promise.reject(new TypeError('Failed to fetch')) },
  ])('where the data is $what', async ({ answer }) => {
    const { load } = await startOnPage()
    fetch.mockImplementation(answer)
    await expect(load('/jobs/mason')).rejects.toThrow()
  })
})

describe('in advance', () => {
  test.each([
    { what: 'script and data are loaded', path: '/jobs/mason?full', data: ['/jobs/mason.json?full'] },
    {
      what: 'the script alone is loaded where no data is asked for',
      path: '/jobs/mason',
      withData: false,
      data: [],
    },
    { what: 'the script alone is loaded where the page has no loader', path: '/team', data: [] },
  ])('$what', async ({ path, withData, data }) => {
    const { prefetch } = await startOnPage()
    await prefetch(path, withData)
    expect(path === '/team' ? scripts.team : scripts.job).toHaveBeenCalledOnce()
    expect(requested()).toEqual(data)
  })

  test.each([
    { what: 'a script that is gone', fail: () => scripts.team.mockRejectedValue(new TypeError('404')) },
    {
      what: 'the table of all pages that is gone',
      fail: () => vi.doMock('../../client/all-pages.ts', () => Promise.reject(new TypeError('404'))),
    },
  ])('$what is no error: the click loads it again', async ({ fail }) => {
    const { prefetch } = await startOnPage()
    fail()
    onTestFinished(() => void vi.doUnmock('../../client/all-pages.ts'))
    await expect(prefetch('/team')).resolves.toBeUndefined()
  })
})

describe('data that was loaded in advance', () => {
  test('is used by the click, and once', async () => {
    const { load, prefetch } = await startOnPage()
    await prefetch('/jobs/mason')
    expect(await load('/jobs/mason')).toMatchObject({ data: { slug: '/jobs/mason.json' } })
    expect(fetch).toHaveBeenCalledTimes(1)
    await load('/jobs/mason')
    expect(fetch).toHaveBeenCalledTimes(2)
  })

  test('is used while it is still on its way', async () => {
    const { load, prefetch } = await startOnPage()
    const { promise, resolve } = Promise.withResolvers<Response>()
    fetch.mockReturnValueOnce(promise)
    await prefetch('/jobs/mason')
    const page = load('/jobs/mason')
    resolve(await answer('/jobs/mason'))
    expect(await page).toMatchObject({ data: { slug: '/jobs/mason' } })
    expect(fetch).toHaveBeenCalledTimes(1)
  })

  test('is not fetched twice', async () => {
    const { prefetch } = await startOnPage()
    await prefetch('/jobs/mason')
    await prefetch('/jobs/mason')
    expect(fetch).toHaveBeenCalledTimes(1)
  })

  test.each([
    { seconds: 9.999, requests: 1 },
    { seconds: 10, requests: 2 },
  ])(
    'is old after ten seconds: $seconds s later the click has made $requests requests',
    async ({ seconds, requests }) => {
      const { load, prefetch } = await startOnPage()
      vi.useFakeTimers()
      await prefetch('/jobs/mason')
      await vi.advanceTimersByTimeAsync(seconds * 1000)
      await load('/jobs/mason')
      expect(fetch).toHaveBeenCalledTimes(requests)
    },
  )

  test('is fetched anew when it is old', async () => {
    const { prefetch } = await startOnPage()
    vi.useFakeTimers()
    await prefetch('/jobs/mason')
    await vi.advanceTimersByTimeAsync(10_000)
    await prefetch('/jobs/mason')
    expect(fetch).toHaveBeenCalledTimes(2)
  })

  test('is old after ten seconds, though the visitor has reached for the link again', async () => {
    const { load, prefetch } = await startOnPage()
    vi.useFakeTimers()
    await prefetch('/jobs/mason')
    await vi.advanceTimersByTimeAsync(5000)
    await prefetch('/jobs/mason')
    await vi.advanceTimersByTimeAsync(5000)
    await load('/jobs/mason')
    expect(fetch).toHaveBeenCalledTimes(2)
  })

  test('is that of its query alone', async () => {
    const { load, prefetch } = await startOnPage()
    await prefetch('/jobs/mason?full')
    await load('/jobs/mason')
    expect(requested()).toEqual(['/jobs/mason.json?full', '/jobs/mason.json'])
  })

  test('is kept of the last page alone for which the visitor has reached', async () => {
    const { load, prefetch } = await startOnPage()
    for (const path of ['/jobs/mason', '/jobs/carpenter']) await prefetch(path)
    await load('/jobs/mason')
    expect(requested()).toEqual(['/jobs/mason.json', '/jobs/carpenter.json', '/jobs/mason.json'])
  })

  test('is asked for again by the click where that has failed, and in silence', async () => {
    const { load, prefetch } = await startOnPage()
    const unhandled = vi.fn()
    process.on('unhandledRejection', unhandled)
    onTestFinished(() => void process.off('unhandledRejection', unhandled))
    fetch.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    await prefetch('/jobs/mason')
    await new Promise(resolve => setTimeout(resolve))
    expect(await load('/jobs/mason')).toMatchObject({ data: { slug: '/jobs/mason.json' } })
    expect(unhandled).not.toHaveBeenCalled()
  })
})
