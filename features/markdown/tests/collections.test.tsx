// Pages of shared/site/content/ as they are shown: the list below an index, the day of a post, the link at the end.
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
import { createMarkdown } from '../markdown.tsx'
import type { Layouts, TextProps } from '../site.ts'

/** A page of the fixture, rendered anew. */
const open = async (path: string) => {
  const { text } = await supertest(await siteOf())
    .get(path)
    .expect(200)
  return documentOf(text)
}

/** The days that a page shows, for people and for programs. */
const daysIn = (document: Document | Element) =>
  [...document.querySelectorAll('main time.r-day')].map(time => ({
    words: time.textContent,
    datetime: time.getAttribute('datetime'),
  }))

const snow = { words: '15. Januar 2026', datetime: '2026-01-15' }
const first = { words: '21. November 2025', datetime: '2025-11-21' }

test('the index of a blog lists each post with its title, its link, its day and its description', async () => {
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

test('the index of a blog has the days of its posts for programs, too', async () => {
  expect(daysIn(await open('/blog'))).toEqual([snow, first])
})

test('a post says its day, in words and for programs', async () => {
  expect(daysIn(await open('/blog/hof-im-schnee'))).toEqual([snow])
})

test.each(['America/Los_Angeles', 'Pacific/Kiritimati'])(
  'the day of a post is the same where the server stands in %s',
  async zone => {
    vi.stubEnv('TZ', zone)
    expect(daysIn(await open('/blog'))).toEqual([snow, first])
  },
)

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

test.each([
  { lang: 'en', words: 'November 21, 2026' },
  { lang: 'fr', words: '21 novembre 2026' },
])('the day of a post in the language $lang is $words', ({ lang, words }) => {
  expect(daysIn(shownPage(route, [route], lang))).toEqual([{ words, datetime: '2026-11-21' }])
})

test('a page in another language than the index that lists it is said to be in that, and no other is', () => {
  const inFrench = {
    ...route,
    id: 'notes/fr.md',
    path: '/notes/fr',
    heading: 'Le premier',
    lang: 'fr',
  } as const
  const document = shownPage(indexRoute, [indexRoute, route, inFrench])
  const saying = (lang: string) =>
    [...document.querySelectorAll(`main [lang=${lang}]`)].map(({ textContent }) => textContent)
  expect({ fr: saying('fr'), en: saying('en') }).toEqual({ fr: ['Le premier', 'What it is about.'], en: [] })
})

test('the link from a page to an index in another language is said to be in that', () => {
  const inFrench = { ...route, lang: 'fr' }
  const langOfLink = (shown: ResolvedRoute) =>
    shownPage(shown, [indexRoute, shown], shown.lang).querySelector('a.r-next')?.getAttribute('lang')
  expect({ fr: langOfLink(inFrench), en: langOfLink(route) }).toEqual({ fr: 'en', en: null })
})

test('an index without pages beside it has no list, and leads home as any other page', () => {
  const document = shownPage(indexRoute, [indexRoute])
  const next = document.querySelector('a.r-next')
  expect({
    lists: document.querySelectorAll('ul').length,
    href: next?.getAttribute('href'),
    words: next?.textContent,
  }).toEqual({ lists: 0, href: '/', words: 'Firm & Co' })
})

test('pages of one day keep the order of the table', () => {
  const later = { ...route, id: 'notes/second.md', path: '/notes/second', heading: 'Second' } as const
  const listed = [...shownPage(indexRoute, [route, indexRoute, later]).querySelectorAll('h2')]
  expect(listed.map(({ textContent }) => textContent)).toEqual(['First', 'Second'])
})

test('a post with its own folder is one of the list above, and an index with other pages is not', () => {
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

test('the home page and an index are no post, though they have a date', () => {
  const date = '2026-11-21'
  expect([
    ...postsAmong([
      { id: 'index.md', path: '/', date },
      { id: 'blog/index.md', path: '/blog', date },
      { id: 'blog/first.md', path: '/blog/first', date },
    ]),
  ]).toEqual(['blog/first.md'])
})

test('a post whose name ends as that of an index is one of the list', () => {
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

test('the text of a folder has the classes that its site gives it, and else the engine’s', async () => {
  const elsewhere = { ...route, id: 'other/first.md', path: '/other/first' } as const
  const routes = [indexRoute, elsewhere]
  const pages = await rendered(routes, { notes: { className: 'prose' } })
  const classes = pages.map(html => /<div class="([\w-]+)"><p>Words\./.exec(html)?.[1])
  expect(classes).toEqual(['prose', 'r-prose-text'])
})

test('the day of a post in another language than the company’s is in the language of the post', async () => {
  const routes = table.routes.map(route => ({ ...route, lang: 'en' }))
  const site = supertest(await siteOf({ table: tableOf(routes) }))
  const { text } = await site.get('/blog/hof-im-schnee').expect(200)
  expect(daysIn(documentOf(text))).toEqual([{ words: 'January 15, 2026', datetime: '2026-01-15' }])
})

type Props = TextProps<Record<never, never>>
const Index = ({ collection, children }: Props) => (
  <section title={`index of ${collection?.pages.length ?? 0}`}>{children}</section>
)
const Page = ({ page, children }: Props) => <section title={page.heading}>{children}</section>

test.each([
  { layout: { Index, Page }, expected: ['index of 1', 'First', 'index of 0', 'none'] },
  { layout: { Page }, expected: ['none', 'First', 'none', 'none'] },
  { layout: { Index }, expected: ['index of 1', 'none', 'index of 0', 'none'] },
])('a folder has the layouts that its site gives it: $layout', async ({ layout, expected }) => {
  const empty = { ...indexRoute, id: 'empty/index.md', path: '/empty' } as const
  const elsewhere = { ...indexRoute, id: 'imprint.md', path: '/imprint' } as const
  const routes = [indexRoute, route, empty, elsewhere]
  const pages = await rendered(routes, { notes: layout, empty: layout })
  for (const html of pages) expect(html).toContain('<p>Words.</p>')
  expect(pages.map(html => /<section title="(.*?)">/.exec(html)?.[1] ?? 'none')).toEqual(expected)
})
