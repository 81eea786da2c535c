// How the browser asks for the data of the next page, and in advance.
import { beforeEach, describe, expect, test, vi } from 'vitest'

const origin = 'https://www.example.com'
const version = 'this-build'
const page = (path: string, parts = {}) => ({
  version,
  path,
  head: { title: '', description: '' },
  data: path,
  ...parts,
})
const fetch = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()
const answer = (path: string, parts = {}) => Promise.resolve(Response.json(page(path, parts)))
const mason = new URL('/jobs/mason?full#part', origin)
const requested = () => fetch.mock.calls.map(([url]) => url)

/** Anew for each test: the module keeps what was fetched in advance. */
let pageData: typeof import('../../client/page-data.ts')
beforeEach(async () => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', fetch)
  fetch.mockReset()
  fetch.mockImplementation(url => answer(url))
  document.head.innerHTML = `<script data-page="" data-version="${version}"></script>`
  vi.resetModules()
  pageData = await import('../../client/page-data.ts')
})

describe('the data of a page is requested', () => {
  test.each([
    { address: '/jobs/mason?full#part', at: '/jobs/mason.json?full' },
    { address: '/', at: '/index.json' },
    { address: '/?a', at: '/index.json?a' },
  ])('of $address at $at', async ({ address, at }) => {
    expect(await pageData.fetchData(new URL(address, origin))).toEqual(page(at))
    expect(requested()).toEqual([at])
  })

  test('without following a redirect, and for as long as the visitor waits', async () => {
    const { signal } = new AbortController()
    await pageData.fetchData(mason, signal)
    expect(fetch).toHaveBeenCalledWith('/jobs/mason.json?full', { redirect: 'manual', signal })
  })
})

test.each([
  { what: 'another build', answer: () => answer('/jobs/mason', { version: 'another' }) },
  { what: 'a 404', answer: async () => new Response('Not found', { status: 404 }) },
  { what: 'a 503', answer: async () => new Response('Busy', { status: 503 }) },
  { what: 'a 500 in JSON', answer: async () => Response.json(page('/jobs/mason'), { status: 500 }) },
  { what: 'a redirect', answer: async () => Response.error() }, // Opaque: its status is 0.
  { what: 'a page in place of JSON', answer: async () => new Response('<!doctype html>') },
  { what: 'a browser that is offline', answer: () => Promise.reject(new TypeError('Failed to fetch')) },
])('no data comes of $what', async ({ answer }) => {
  fetch.mockImplementation(answer)
  await expect(pageData.fetchData(mason)).rejects.toThrow()
})

describe('data that was fetched in advance', () => {
  test('is used by the click, and once', async () => {
    pageData.prefetchData(mason)
    expect(await pageData.fetchData(mason)).toEqual(page('/jobs/mason.json?full'))
    expect(fetch).toHaveBeenCalledTimes(1)
    await pageData.fetchData(mason)
    expect(fetch).toHaveBeenCalledTimes(2)
  })

  test('is used while it is still on its way', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    fetch.mockReturnValueOnce(promise)
    pageData.prefetchData(mason)
    const data = pageData.fetchData(mason)
    resolve(await answer('/jobs/mason'))
    expect(await data).toEqual(page('/jobs/mason'))
    expect(fetch).toHaveBeenCalledTimes(1)
  })

  test('is not fetched twice', () => {
    pageData.prefetchData(mason)
    pageData.prefetchData(mason)
    expect(fetch).toHaveBeenCalledTimes(1)
  })

  test.each([
    { seconds: 9.999, requests: 1 },
    { seconds: 10, requests: 2 },
  ])(
    'is old after ten seconds: $seconds s later the click has made $requests requests',
    async ({ seconds, requests }) => {
      pageData.prefetchData(mason)
      await vi.advanceTimersByTimeAsync(seconds * 1000)
      await pageData.fetchData(mason)
      expect(fetch).toHaveBeenCalledTimes(requests)
    },
  )

  test('is fetched anew when it is old', async () => {
    pageData.prefetchData(mason)
    await vi.advanceTimersByTimeAsync(10_000)
    pageData.prefetchData(mason)
    expect(fetch).toHaveBeenCalledTimes(2)
  })

  test('is old after ten seconds, though the visitor has reached for the link again', async () => {
    pageData.prefetchData(mason)
    await vi.advanceTimersByTimeAsync(5000)
    pageData.prefetchData(mason)
    await vi.advanceTimersByTimeAsync(5000)
    await pageData.fetchData(mason)
    expect(fetch).toHaveBeenCalledTimes(2)
  })

  test('is that of its query alone', async () => {
    pageData.prefetchData(mason)
    await pageData.fetchData(new URL('/jobs/mason', origin))
    expect(requested()).toEqual(['/jobs/mason.json?full', '/jobs/mason.json'])
  })

  test('is kept of the last page alone for which the visitor has reached', async () => {
    for (const slug of ['mason', 'carpenter']) pageData.prefetchData(new URL(`/jobs/${slug}`, origin))
    await pageData.fetchData(new URL('/jobs/mason', origin))
    expect(requested()).toEqual(['/jobs/mason.json', '/jobs/carpenter.json', '/jobs/mason.json'])
  })

  test('is asked for again by the click where that has failed, and in silence', async () => {
    const unhandled = vi.fn()
    process.on('unhandledRejection', unhandled)
    fetch.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    pageData.prefetchData(mason)
    await vi.advanceTimersByTimeAsync(0)
    expect(await pageData.fetchData(mason)).toEqual(page('/jobs/mason.json?full'))
    process.off('unhandledRejection', unhandled)
    expect(unhandled).not.toHaveBeenCalled()
  })
})
