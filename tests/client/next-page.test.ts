// What the script loads for the next page, and when.
import { describe, expect, test, vi } from 'vitest'

const { scripts } = vi.hoisted(() => ({ scripts: { team: vi.fn() } }))
vi.unmock('../../client/all-pages.ts')
vi.mock('../../shared/site/components.ts', () => ({ components: scripts }))
vi.mock('virtual:pages', () => ({
  routes: [
    { id: 'team', path: '/team', title: 'Team | Firm & Co', lang: 'en' },
    { id: 'news', path: '/news', title: 'News', lang: 'en' },
  ],
}))

const origin = 'https://www.example.com'
const Team = () => null
const { signal } = new AbortController()
const at = (path: string) => new URL(path, origin)
const fetch = vi.fn()

/** Opens a page whose script has loaded nothing yet. Resolves to functions that load the next one. */
async function openPage() {
  vi.clearAllMocks()
  vi.resetModules()
  scripts.team.mockResolvedValue({ default: Team })
  vi.stubGlobal('fetch', fetch)
  const { loadPage, prefetchPage } = await import('../../client/all-pages.ts')
  return {
    load: (path: string) => loadPage(at(path), signal),
    prefetch: (path: string) => prefetchPage(at(path), { withData: true }),
  }
}

describe('the next page', () => {
  test('has its component, and its head from the route table', async () => {
    const { load } = await openPage()
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

  test('requests no data without a loader', async () => {
    const { load } = await openPage()
    await load('/team')
    expect(fetch).not.toHaveBeenCalled()
  })
})

// The visitor then gets the document: tests/client/navigation.test.tsx.
describe('loading a page fails', () => {
  test.each([
    { what: 'if its address isn’t in the route table', path: '/nothing' },
    { what: 'if it has no script', path: '/news' },
  ])('$what', async ({ path }) => {
    const { load } = await openPage()
    await expect(load(path)).rejects.toThrow(`there is no page with a script at ${path}`)
  })

  test('if its script is gone, as after a release', async () => {
    const { load } = await openPage()
    scripts.team.mockRejectedValue(new TypeError('Failed to fetch dynamically imported module'))
    await expect(load('/team')).rejects.toThrow('imported module')
  })
})

describe('prefetching', () => {
  test('loads only the script if the page has no loader', async () => {
    const { prefetch } = await openPage()
    await prefetch('/team')
    expect(scripts.team).toHaveBeenCalledOnce()
    expect(fetch).not.toHaveBeenCalled()
  })
})
