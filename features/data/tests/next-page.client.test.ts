// How the browser loads the data of the next page, and when: client/next-page has the rest.
import { describe, expect, onTestFinished, test, vi } from 'vitest'

const { scripts } = vi.hoisted(() => ({ scripts: { home: vi.fn(), team: vi.fn(), job: vi.fn() } }))
vi.unmock('../../../client/all-pages.ts')
vi.mock('../../../shared/site/components.ts', () => ({ components: scripts }))
vi.mock('virtual:pages', () => ({
  routes: [
    { id: 'home', path: '/', isDynamic: true },
    { id: 'team', path: '/team', title: 'Team | Firm & Co', lang: 'en' },
    { id: 'job', path: '/jobs/:slug', isDynamic: true },
    { id: 'news', path: '/news', title: 'News', lang: 'en' },
  ],
}))

const origin = 'https://www.example.com'
const buildId = 'this-build'
const Home = () => null
const Team = () => null
const Job = () => null
const { signal } = new AbortController()
const at = (path: string) => new URL(path, origin)

/** The data of a page. */
const dataOf = (path: string, parts = {}) => {
  const head = { path, title: 'Mason', lang: 'en' }
  return { buildId, head, data: { slug: path }, ...parts }
}
const answer = (path: string, parts = {}) => Promise.resolve(Response.json(dataOf(path, parts)))
const fetch = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()
const requested = () => fetch.mock.calls.map(([url]) => url)

/** Opens a page whose script has loaded nothing yet. Resolves to functions that load the next one. */
async function openPage() {
  vi.clearAllMocks()
  vi.resetModules()
  scripts.home.mockResolvedValue({ default: Home })
  scripts.team.mockResolvedValue({ default: Team })
  scripts.job.mockResolvedValue({ default: Job })
  fetch.mockReset()
  fetch.mockImplementation(url => answer(url))
  vi.stubGlobal('fetch', fetch)
  document.head.innerHTML = `<script data-build-id="another"></script><script data-head="{}" data-build-id="${buildId}"></script>`
  const { loadPage, prefetchPage } = await import('../../../client/all-pages.ts')
  return {
    load: (path: string) => loadPage(at(path), signal),
    prefetch: (path: string, withData = true) => prefetchPage(at(path), { withData }),
  }
}

describe('the next page', () => {
  test.each([
    { address: '/jobs/mason?full#part', from: '/jobs/mason.json?full', component: Job },
    { address: '/', from: '/index.json', component: Home },
  ])('gets the data and the title for $address from $from', async ({ address, from, component }) => {
    const { load } = await openPage()
    const { head, data } = dataOf(from)
    expect(await load(address)).toMatchObject({ head, component, data })
    expect(requested()).toEqual([from])
  })

  test('fetches its data without following redirects, and with the navigation’s signal', async () => {
    const { load } = await openPage()
    await load('/jobs/mason?full')
    expect(fetch).toHaveBeenCalledWith('/jobs/mason.json?full', { redirect: 'manual', signal })
  })

  test('requests script and data in parallel', async () => {
    const { load } = await openPage()
    scripts.job.mockReturnValue(new Promise(() => {}))
    load('/jobs/mason')
    await vi.waitFor(() => expect(requested()).toEqual(['/jobs/mason.json']))
    expect(scripts.job).toHaveBeenCalledOnce()
  })
})

// The visitor then gets the document: client/navigation.
describe('loading a page with data fails', () => {
  test.each([
    { what: 'from another build', answer: () => answer('/jobs/mason', { buildId: 'another' }) },
    { what: 'a 500 in JSON', answer: async () => Response.json(dataOf('/jobs/mason'), { status: 500 }) },
    { what: 'HTML instead of JSON', answer: async () => new Response('<!doctype html>') },
    { what: 'a network error', answer: () => Promise.reject(new TypeError('Failed to fetch')) },
  ])('if the response to its data request is $what', async ({ answer }) => {
    const { load } = await openPage()
    fetch.mockImplementation(answer)
    await expect(load('/jobs/mason')).rejects.toThrow()
  })
})

describe('prefetching', () => {
  test.each([
    { what: 'loads script and data', path: '/jobs/mason?full', data: ['/jobs/mason.json?full'] },
    {
      what: 'loads only the script if it isn’t asked for data',
      path: '/jobs/mason',
      withData: false,
      data: [],
    },
  ])('$what', async ({ path, withData, data }) => {
    const { prefetch } = await openPage()
    await prefetch(path, withData)
    expect(scripts.job).toHaveBeenCalledOnce()
    expect(requested()).toEqual(data)
  })
})

describe('prefetched data', () => {
  test('is used by one click', async () => {
    const { load, prefetch } = await openPage()
    await prefetch('/jobs/mason')
    expect(await load('/jobs/mason')).toMatchObject({ data: { slug: '/jobs/mason.json' } })
    expect(fetch).toHaveBeenCalledTimes(1)
    await load('/jobs/mason')
    expect(fetch).toHaveBeenCalledTimes(2)
  })

  test('is used even while it is still loading', async () => {
    const { load, prefetch } = await openPage()
    const { promise, resolve } = Promise.withResolvers<Response>()
    fetch.mockReturnValueOnce(promise)
    await prefetch('/jobs/mason')
    const page = load('/jobs/mason')
    resolve(await answer('/jobs/mason'))
    expect(await page).toMatchObject({ data: { slug: '/jobs/mason' } })
    expect(fetch).toHaveBeenCalledTimes(1)
  })

  test('is not fetched twice', async () => {
    const { prefetch } = await openPage()
    await prefetch('/jobs/mason')
    await prefetch('/jobs/mason')
    expect(fetch).toHaveBeenCalledTimes(1)
  })

  test.each([
    { seconds: 9.999, requests: 1 },
    { seconds: 10, requests: 2 },
  ])(
    'expires after ten seconds: with a click $seconds s later, there are $requests requests',
    async ({ seconds, requests }) => {
      const { load, prefetch } = await openPage()
      vi.useFakeTimers()
      await prefetch('/jobs/mason')
      await vi.advanceTimersByTimeAsync(seconds * 1000)
      await load('/jobs/mason')
      expect(fetch).toHaveBeenCalledTimes(requests)
    },
  )

  test('is fetched again once it has expired', async () => {
    const { prefetch } = await openPage()
    vi.useFakeTimers()
    await prefetch('/jobs/mason')
    await vi.advanceTimersByTimeAsync(10_000)
    await prefetch('/jobs/mason')
    expect(fetch).toHaveBeenCalledTimes(2)
  })

  test('expires after ten seconds even if the visitor reaches for the link again', async () => {
    const { load, prefetch } = await openPage()
    vi.useFakeTimers()
    await prefetch('/jobs/mason')
    await vi.advanceTimersByTimeAsync(5000)
    await prefetch('/jobs/mason')
    await vi.advanceTimersByTimeAsync(5000)
    await load('/jobs/mason')
    expect(fetch).toHaveBeenCalledTimes(2)
  })

  test('is used only for its own query', async () => {
    const { load, prefetch } = await openPage()
    await prefetch('/jobs/mason?full')
    await load('/jobs/mason')
    expect(requested()).toEqual(['/jobs/mason.json?full', '/jobs/mason.json'])
  })

  test('is kept only for the last link that the visitor reached for', async () => {
    const { load, prefetch } = await openPage()
    for (const path of ['/jobs/mason', '/jobs/carpenter']) await prefetch(path)
    await load('/jobs/mason')
    expect(requested()).toEqual(['/jobs/mason.json', '/jobs/carpenter.json', '/jobs/mason.json'])
  })

  test('is silently requested again by the click if prefetching has failed', async () => {
    const { load, prefetch } = await openPage()
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
