// @vitest-environment node: hydrateIn() opens its own window.
// A page's alternates in other languages, as `useSite()` and the layout's slots get them: on the first page, as the server
// rendered it, and after a navigation.
import { afterEach, expect, test, vi } from 'vitest'
import * as allPages from '../../client/all-pages.ts'
import { type LayoutProps, useSite } from '../../shared/site.ts'
import { follow, headAt, slots, visit } from '../support/visit-page.ts'

const Links = ({ alternates }: Pick<LayoutProps, 'alternates'>) =>
  alternates.map(({ lang, path }) => (
    <a key={lang} href={path} hrefLang={lang}>
      {lang}
    </a>
  ))

slots.Header = props => (
  <header>
    <Links {...props} />
  </header>
)
const Page = () => <Links {...useSite()} />

afterEach(() => vi.mocked(allPages.loadPage).mockReset())

const linksIn = (selector: string) =>
  Array.from(document.querySelectorAll(`${selector} a`), link =>
    [link.getAttribute('hreflang'), link.getAttribute('href')].join(' '),
  )
const shown = () => ({ layout: linksIn('header'), page: linksIn('main') })

test.each([
  { what: 'with data', data: 1 },
  { what: 'without data', data: undefined },
])('the first page $what is hydrated with the alternates in its HTML', async ({ data }) => {
  const alternates = [
    { lang: 'fr', path: '/fr/emplois/mason' },
    { lang: 'ar', path: '/ar/mason' },
  ]
  let found: ReturnType<typeof shown> | undefined
  const act = () => {
    found = shown()
  }
  const { reported, main, sent } = await visit({ component: Page, data, alternates }, { act })
  expect({ reported, main }).toEqual({ reported: [], main: sent })
  const both = ['fr /fr/emplois/mason', 'ar /ar/mason']
  expect(found).toEqual({ layout: both, page: both })
})

test('a navigation updates the alternates, and a page in one language has none', async () => {
  vi.mocked(allPages.loadPage).mockImplementation(async ({ pathname: path }) => {
    const alternates = path === '/team' ? [{ lang: 'fr', path: '/fr/equipe' }] : undefined
    return { pattern: path, head: { ...headAt(path, path), alternates }, component: Page }
  })
  const steps: ReturnType<typeof shown>[] = []
  const act = async () => {
    for (const path of ['/team', '/jobs']) {
      follow(path)
      await vi.waitFor(() => expect(document.title).toBe(path))
      steps.push(shown())
    }
  }
  const alternates = [{ lang: 'fr', path: '/fr/emplois/mason' }]
  const { reported } = await visit({ component: Page, alternates }, { act })
  const team = ['fr /fr/equipe']
  expect({ reported, steps }).toEqual({
    reported: [],
    steps: [
      { layout: team, page: team },
      { layout: [], page: [] },
    ],
  })
})
