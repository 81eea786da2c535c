// @vitest-environment node: own-window.ts opens a window whose location a test can replace.
// What the script reads in the document of the first page, and when it leaves the page unchanged.
import { beforeEach, expect, test, vi } from 'vitest'
import { hydratePage } from '../../client/entry.ts'
import { hydrate } from '../../client/hydrate.tsx'
import '../support/own-window.ts'

vi.mock('../../client/hydrate.tsx', () => ({ hydrate: vi.fn() }))

const Page = () => null
const english = { path: '/team', title: 'A title', lang: 'en' }
/** The attributes of the script loader. */
const attributesWith = (head: object) => ({ head: JSON.stringify(head) })
/** The arguments of the hydration. */
const hydratedWith = () => vi.mocked(hydrate).mock.lastCall?.[0] ?? expect.fail('it is not hydrated')

beforeEach(() => {
  vi.clearAllMocks()
  vi.stubGlobal('location', { pathname: '/team', search: '?a', hash: '#b' })
  document.documentElement.lang = 'en'
  document.body.innerHTML = '<main></main>'
})

test('a page without data is hydrated with the values in its document', () => {
  document.documentElement.lang = 'fr'
  vi.stubGlobal('location', { pathname: '/Team', search: '', hash: '' }) // A host may ignore case in paths.
  const head = { ...english, lang: 'fr', alternates: [{ lang: 'en', path: '/en/team' }] }
  hydratePage(Page, attributesWith(head))
  const page = { pattern: '/team', head, component: Page }
  expect(hydratedWith().page).toEqual(page)
  expect(hydratedWith().query).toBeUndefined()
})

test.each([
  {
    what: 'after the browser has translated it',
    translate: () => document.documentElement.setAttribute('lang', 'tlh'),
  },
  {
    what: 'after an extension has translated it',
    translate: () => document.body.insertAdjacentHTML('beforeend', '<font>x</font>'),
  },
  { what: 'in another language, after a translation into the company’s', lang: 'fr', translate: () => {} },
])('a page isn’t hydrated $what', ({ lang, translate }) => {
  translate()
  expect(hydratePage(Page, attributesWith({ ...english, ...(lang && { lang }) }))).toBe(false)
  expect(hydrate).not.toHaveBeenCalled()
})

test('a page is hydrated even if another element has the id of the data', () => {
  document.body.innerHTML = '<main><h2 id="page-data">Page data</h2></main>'
  hydratePage(Page, attributesWith(english))
  expect(hydratedWith()).toMatchObject({ page: { pattern: '/team', data: undefined } })
})

test('a page is hydrated correctly beside a third-party script with the same attributes', () => {
  document.head.insertAdjacentHTML('afterbegin', '<script data-lang="fr"></script>')
  hydratePage(Page, attributesWith(english))
  expect(hydratedWith()).toMatchObject({ page: { head: { lang: 'en' } } })
})
