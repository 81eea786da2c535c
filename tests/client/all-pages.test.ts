// @vitest-environment node
// What a navigation loads of the next page: its script, and its data where it has a loader.
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { loadPage, preloadPage } from '../../client/all-pages.ts'
import * as pageData from '../../client/page-data.ts'

const { scripts } = vi.hoisted(() => ({ scripts: { team: vi.fn(), job: vi.fn(), legal: vi.fn() } }))
vi.mock('../../shared/site/company.ts', async () => (await import('../support/owner.tsx')).owner)
vi.mock('../../shared/site/routes.tsx', () => ({ components: scripts }))
vi.mock('../../shared/site/pages.ts', () => {
  const words = { description: 'What it shows.', label: 'x', menus: {} }
  return {
    pages: {
      team: { ...words, path: '/team', title: 'Team' },
      job: { ...words, path: '/jobs/:slug', title: 'Job', loader: true },
      legal: { ...words, path: '/legal', title: 'Legal', script: false },
      news: { ...words, path: '/news', title: 'News' },
    },
  }
})
vi.mock('../../client/page-data.ts', () => ({ fetchData: vi.fn(), prefetchData: vi.fn() }))

const { fetchData, prefetchData } = vi.mocked(pageData)
const Team = () => null
const Job = () => null
const { signal } = new AbortController()
const at = (path: string) => new URL(path, 'https://www.example.com')

beforeEach(() => {
  vi.resetAllMocks()
  scripts.team.mockResolvedValue({ default: Team })
  scripts.job.mockResolvedValue({ default: Job })
})

describe('the next page', () => {
  test('is its component, and what the table says of it', async () => {
    expect(await loadPage(at('/team?a#b'), signal)).toEqual({
      pattern: '/team',
      head: expect.objectContaining({
        path: '/team',
        title: 'Team | Firm & Co',
        description: 'What it shows.',
      }),
      component: Team,
      data: undefined,
    })
  })

  test('has no data where it has no loader, and asks for none', async () => {
    await loadPage(at('/team'), signal)
    expect(fetchData).not.toHaveBeenCalled()
  })

  test('has the data of its address, and the title that its loader gives it', async () => {
    const head = { path: '/jobs/mason', title: 'Mason', description: 'We want a mason.' }
    fetchData.mockResolvedValue({ version: '1', path: '/jobs/mason', head, data: { slug: 'mason' } })
    expect(await loadPage(at('/jobs/mason?full'), signal)).toEqual({
      pattern: '/jobs/:slug',
      head,
      component: Job,
      data: { slug: 'mason' },
    })
    expect(fetchData).toHaveBeenCalledExactlyOnceWith(at('/jobs/mason?full'), signal)
  })

  test('asks for script and data at the same time', async () => {
    scripts.job.mockReturnValue(new Promise(() => {}))
    loadPage(at('/jobs/mason'), signal)
    expect({ script: scripts.job.mock.calls.length, data: fetchData.mock.calls.length }).toEqual({
      script: 1,
      data: 1,
    })
  })
})

// The visitor then gets its document: tests/client/hydration.test.tsx.
describe('no page comes', () => {
  test.each([
    { what: 'of an address that the table does not have', path: '/nothing' },
    { what: 'of a page without a script', path: '/legal' },
    { what: 'of a page that has no component, as one in Markdown', path: '/news' },
  ])('$what', async ({ path }) => {
    await expect(loadPage(at(path), signal)).rejects.toThrow(`there is no page with a script at ${path}`)
  })

  test('where its script is gone, as after a release', async () => {
    scripts.team.mockRejectedValue(new TypeError('Failed to fetch dynamically imported module'))
    await expect(loadPage(at('/team'), signal)).rejects.toThrow('imported module')
  })

  test('where its data is gone', async () => {
    fetchData.mockRejectedValue(new Error('of another build'))
    await expect(loadPage(at('/jobs/mason'), signal)).rejects.toThrow('of another build')
  })
})

describe('in advance', () => {
  test.each([
    { what: 'script and data are loaded', path: '/jobs/mason?full', withData: true, data: 1 },
    {
      what: 'the script alone is loaded where no data is asked for',
      path: '/jobs/mason',
      withData: false,
      data: 0,
    },
    {
      what: 'the script alone is loaded where the page has no loader',
      path: '/team',
      withData: true,
      data: 0,
    },
  ])('$what', async ({ path, withData, data }) => {
    await preloadPage(at(path), { withData })
    expect(path === '/team' ? scripts.team : scripts.job).toHaveBeenCalledOnce()
    expect(prefetchData.mock.calls).toEqual(Array(data).fill([at(path)]))
  })

  test('a script that is gone is no error: the click loads it again', async () => {
    scripts.team.mockRejectedValue(new TypeError('Failed to fetch dynamically imported module'))
    await expect(preloadPage(at('/team'), { withData: true })).resolves.toBeUndefined()
  })
})
