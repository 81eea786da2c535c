// Pages of shared/site/content/ as they are shown: the list below an index, the date of a post, the link at the end.
// feeds.test.ts has the Atom feed.
import type { ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import supertest from 'supertest'
import { expect, test, vi } from 'vitest'
import { SiteContext } from '../../../shared/site-context.ts'
import { documentOf } from '../../../tests/support/document-of.ts'
import type { ResolvedRoute } from '../../../tests/support/engine.ts'
import { siteOf, table } from '../../../tests/support/fixture-site.ts'
import { routeWith, tableOf } from '../../../tests/support/routes.ts'
import { site } from '../../../tests/support/site.tsx'
import { collectionsOf, postsAmong } from '../collections.ts'
import { ContentPage } from '../content-page.tsx'
import { createMarkdown } from '../markdown.ts'
import type { Layouts, TextProps } from '../site.ts'

/** Requests a page of the fixture. */
const open = async (path: string) => {
  const { text } = await supertest(await siteOf())
    .get(path)
    .expect(200)
  return documentOf(text)
}

/** The dates that a page shows, in words and for programs. */
const datesIn = (document: Document | Element) =>
  [...document.querySelectorAll('main time.r-day')].map(time => ({
    words: time.textContent,
    datetime: time.getAttribute('datetime'),
  }))

const snow = { words: '15. Januar 2026', datetime: '2026-01-15' }
const first = { words: '21. November 2025', datetime: '2025-11-21' }

test('the index of a blog lists each post with its title, link, date and description', async () => {
  const document = await open('/blog')
  const listed = [...document.querySelectorAll('main ul.r-posts > li')].map(entry => ({
    title: entry.querySelector('h2')?.textContent,
    href: entry.querySelector('h2 > a')?.getAttribute('href'),
    day: entry.querySelector('time')?.textContent,
    description: entry.querySelector('p')?.textContent,
  }))
  expect(listed).toEqual([
    {
      title: 'Der Hof im Schnee: ein Bericht',
      href: '/blog/hof-im-schnee',
      day: snow.words,
      description:
        'Wie wir im Winter ein Lager umgezogen haben, ohne dass ein einziges Paket einen Tag zu spät kam.',
    },
    {
      title: 'Tipps & "Tricks" zu <b>',
      href: '/blog/erster-beitrag',
      day: first.words,
      description:
        'Warum wir jetzt schreiben, worüber wir schreiben, und worüber wir lieber schweigen. In drei Absätzen.',
    },
  ])
})

test('a post shows its date, and has it in <time datetime>', async () => {
  expect(datesIn(await open('/blog/hof-im-schnee'))).toEqual([snow])
})

test('the dates of posts are the same, whatever the server’s time zone', async () => {
  vi.stubEnv('TZ', 'America/Los_Angeles')
  expect(datesIn(await open('/blog'))).toEqual([snow, first])
})

const route = routeWith('notes/first.md', '/notes/first', {
  heading: 'First',
  label: 'The first',
  description: 'What it is about.',
  date: '2026-11-21',
})
const index: ResolvedRoute = {
  ...route,
  id: 'notes/index.md',
  path: '/notes',
  heading: 'Notes',
  label: 'All notes',
}
const { date: _, ...indexRoute } = index

/** The page of a route in its folder, in the order in which a route table may have them. */
function shownPage(shown: ResolvedRoute, routes: readonly ResolvedRoute[], lang = 'en') {
  const collection = collectionsOf(routes).get(shown.id)
  const page = (
    <ContentPage page={shown} collection={collection}>
      <p>Words.</p>
    </ContentPage>
  )
  return documentOf(
    `<main>${renderToStaticMarkup(<SiteContext value={{ ...site, lang }}>{page}</SiteContext>)}</main>`,
  )
}

test('an index sets lang only on links to pages in another language, and on their descriptions', () => {
  const inFrench = {
    ...route,
    id: 'notes/fr.md',
    path: '/notes/fr',
    heading: 'Le premier',
    lang: 'fr',
  } as const
  const document = shownPage(indexRoute, [indexRoute, route, inFrench])
  const textsIn = (lang: string) =>
    [...document.querySelectorAll(`main [lang=${lang}]`)].map(({ textContent }) => textContent)
  expect({ fr: textsIn('fr'), en: textsIn('en') }).toEqual({
    fr: ['Le premier', 'What it is about.'],
    en: [],
  })
})

test('a link to an index in another language has its lang', () => {
  const inFrench = { ...route, lang: 'fr' }
  const langOfLink = (shown: ResolvedRoute) =>
    shownPage(shown, [indexRoute, shown], shown.lang).querySelector('a.r-next')?.getAttribute('lang')
  expect({ fr: langOfLink(inFrench), en: langOfLink(route) }).toEqual({ fr: 'en', en: null })
})

test('an index without pages has no list, and ends with a link home', () => {
  const document = shownPage(indexRoute, [indexRoute])
  const next = document.querySelector('a.r-next')
  expect({
    lists: document.querySelectorAll('ul').length,
    href: next?.getAttribute('href'),
    words: next?.textContent,
  }).toEqual({ lists: 0, href: '/', words: 'Firm & Co' })
})

test('pages with the same date keep the order of the table', () => {
  const later = { ...route, id: 'notes/second.md', path: '/notes/second', heading: 'Second' } as const
  const listed = [...shownPage(indexRoute, [route, indexRoute, later]).querySelectorAll('h2')]
  expect(listed.map(({ textContent }) => textContent)).toEqual(['First', 'Second'])
})

test('a post in its own folder is listed in the folder above, and a folder’s index isn’t', () => {
  const bundle = {
    ...route,
    id: 'notes/a-second/index.md',
    path: '/notes/a-second',
    heading: 'Second',
  } as const
  const section = { ...bundle, id: 'notes/more/index.md', path: '/notes/more', heading: 'More' } as const
  const inSection = { ...route, id: 'notes/more/third.md', path: '/notes/more/third' } as const
  const routes = [bundle, indexRoute, section, inSection] // As they are read: by their names.
  const listed = [...shownPage(indexRoute, routes).querySelectorAll('h2')].map(title => title.textContent)
  expect({ listed, posts: [...postsAmong(routes)] }).toEqual({
    listed: ['Second'],
    posts: [bundle.id, inSection.id],
  })
})

test('a home page or an index with a date isn’t a post', () => {
  const date = '2026-11-21'
  expect([
    ...postsAmong([
      { id: 'index.md', path: '/', date },
      { id: 'blog/index.md', path: '/blog', date },
      { id: 'blog/first.md', path: '/blog/first', date },
    ]),
  ]).toEqual(['blog/first.md'])
})

test('a post whose file name ends in "index" is listed', () => {
  const ends = {
    ...route,
    id: 'notes/a-new-index.md',
    path: '/notes/a-new-index',
    heading: 'The list',
  } as const
  const listed = [...shownPage(indexRoute, [ends, indexRoute, route]).querySelectorAll('h2')]
  expect(listed.map(({ textContent }) => textContent)).toEqual(['The list', 'First'])
})

/** Renders the pages of these routes, each with the text "Words.", in a site's layouts. */
function rendered(routes: readonly ResolvedRoute[], layouts: Layouts): Promise<string[]> {
  const components = createMarkdown(layouts).components?.(tableOf(routes), () => '<p>Words.</p>') ?? {}
  return Promise.all(
    routes.map(async ({ id }) => {
      const Shown = (await components[id]?.())?.default as ComponentType
      return renderToStaticMarkup(
        <SiteContext value={site}>
          <Shown />
        </SiteContext>,
      )
    }),
  )
}

test('the texts of a folder have the classes that the site sets for it, or the engine’s', async () => {
  const elsewhere = { ...route, id: 'other/first.md', path: '/other/first' } as const
  const routes = [indexRoute, elsewhere]
  const pages = await rendered(routes, { notes: { className: 'prose' } })
  const classes = pages.map(html => /<div class="([\w-]+)"><p>Words\./.exec(html)?.[1])
  expect(classes).toEqual(['prose', 'r-prose-text'])
})

test('the date of a post in another language than the company’s is in the post’s language', async () => {
  const routes = table.routes.map(route => ({ ...route, lang: 'en' }))
  const site = supertest(await siteOf({ table: tableOf(routes) }))
  const { text } = await site.get('/blog/hof-im-schnee').expect(200)
  expect(datesIn(documentOf(text))).toEqual([{ words: 'January 15, 2026', datetime: '2026-01-15' }])
})

type Props = TextProps<Record<never, never>>
const Index = ({ collection, children }: Props) => (
  <section title={`index of ${collection?.pages.length ?? 0}`}>{children}</section>
)
const Page = ({ page, children }: Props) => <section title={page.heading}>{children}</section>

test.each([
  { layout: { Page }, expected: ['none', 'First', 'none', 'none'] },
  { layout: { Index }, expected: ['index of 1', 'none', 'index of 0', 'none'] },
])('a folder has the layouts that the site sets for it: $layout', async ({ layout, expected }) => {
  const empty = { ...indexRoute, id: 'empty/index.md', path: '/empty' } as const
  const elsewhere = { ...indexRoute, id: 'imprint.md', path: '/imprint' } as const
  const routes = [indexRoute, route, empty, elsewhere]
  const pages = await rendered(routes, { notes: layout, empty: layout })
  for (const html of pages) expect(html).toContain('<p>Words.</p>')
  expect(pages.map(html => /<section title="(.*?)">/.exec(html)?.[1] ?? 'none')).toEqual(expected)
})
