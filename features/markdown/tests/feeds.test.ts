// The Atom feed of a collection with posts.
import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { JSDOM } from 'jsdom'
import supertest from 'supertest'
import { describe, expect, test } from 'vitest'
import { build, facts, siteOf, table } from '../../../tests/support/fixture-site.ts'
import { tableOf } from '../../../tests/support/routes.ts'
import { feedFiles } from '../feeds.ts'

const live = supertest(await siteOf())

/** A folder build/ with the texts of the fixture's pages, and no public file. */
function newBuild(): string {
  const folder = mkdtempSync(join(tmpdir(), 'build-'))
  mkdirSync(join(folder, 'public'))
  cpSync(join(build, 'content'), join(folder, 'content'), { recursive: true })
  return folder
}

/** Throws where the text is not well-formed. */
const parseXml = (text: string) => new JSDOM(text, { contentType: 'application/xml' }).window.document

const SITE = 'https://mueller-u-soehne.example'

/** The children of an element of a feed: the name and the text of each, or where it leads. */
const fieldsOf = (element: Element) =>
  [...element.children]
    .filter(({ localName }) => localName !== 'entry')
    .map(child => {
      const rel = child.getAttribute('rel')
      const name = rel ? `${child.localName} ${rel}` : child.localName
      return [name, child.getAttribute('href') ?? child.textContent]
    })

describe('the Atom feed of a blog', () => {
  test('has its posts, the newest first, with their titles and descriptions', async () => {
    const { text } = await live.get('/blog/feed.xml').expect(200).expect('Content-Type', 'application/xml')
    expect(text).toMatch(/^<\?xml version="1\.0" encoding="utf-8"\?>\n/)
    const { documentElement: feed } = parseXml(text)
    expect({
      root: feed.localName,
      namespace: feed.namespaceURI,
      lang: feed.getAttribute('xml:lang'),
    }).toEqual({ root: 'feed', namespace: 'http://www.w3.org/2005/Atom', lang: 'de' })
    expect(Object.fromEntries(fieldsOf(feed))).toEqual({
      title: 'Aus der Werkstatt',
      subtitle:
        'Was wir in der Werkstatt lernen, und was Ihnen davon nützt. Ungefähr ein Mal im Monat ein kurzer Text.',
      id: `${SITE}/blog`,
      link: `${SITE}/blog`,
      'link self': `${SITE}/blog/feed.xml`,
      updated: '2026-01-15T00:00:00Z',
      author: `Müller & Söhne "D'r <Hof>"`,
    })
    const entries = [...feed.getElementsByTagName('entry')]
    expect(entries.map(entry => Object.fromEntries(fieldsOf(entry)))).toEqual([
      {
        title: 'Der Hof im Schnee: ein Bericht',
        id: `${SITE}/blog/hof-im-schnee`,
        link: `${SITE}/blog/hof-im-schnee`,
        updated: '2026-01-15T00:00:00Z',
        published: '2026-01-15T00:00:00Z',
        summary:
          'Wie wir im Winter ein Lager umgezogen haben, ohne dass ein einziges Paket einen Tag zu spät kam.',
      },
      {
        title: 'Tipps & "Tricks" zu <b>',
        id: `${SITE}/blog/erster-beitrag`,
        link: `${SITE}/blog/erster-beitrag`,
        updated: '2025-11-21T00:00:00Z',
        published: '2025-11-21T00:00:00Z',
        summary:
          'Warum wir jetzt schreiben, worüber wir schreiben, und worüber wir lieber schweigen. In drei Absätzen.',
      },
    ])
  })

  test('is in the language of its folder', async () => {
    const routes = table.routes.map(route => (route.path === '/blog' ? { ...route, lang: 'fr' } : route))
    const server = supertest(await siteOf({ table: tableOf(routes) }))
    const { documentElement: feed } = parseXml((await server.get('/blog/feed.xml').expect(200)).text)
    expect(feed.getAttribute('xml:lang')).toBe('fr')
  })

  test('sets xml:lang on a post in another language', async () => {
    const routes = table.routes.map(route =>
      route.path === '/blog/erster-beitrag' ? { ...route, lang: 'fr' } : route,
    )
    const server = supertest(await siteOf({ table: tableOf(routes) }))
    const { text } = await server.get('/blog/feed.xml').expect(200)
    const langs = [...parseXml(text).querySelectorAll('feed, entry')].map(each =>
      each.getAttribute('xml:lang'),
    )
    expect(langs).toEqual(['de', null, 'fr'])
  })

  test('escapes & and < in descriptions', async () => {
    const description = 'Nägel & Schrauben, <b> und "mehr"'
    const routes = table.routes.map(route => ({ ...route, description }))
    const server = supertest(await siteOf({ table: tableOf(routes) }))
    const { text } = await server.get('/blog/feed.xml').expect(200)
    const texts = [...parseXml(text).querySelectorAll('subtitle, summary')].map(element => ({
      element: element.localName,
      text: element.textContent,
    }))
    expect(texts).toEqual([
      { element: 'subtitle', text: 'Nägel & Schrauben, <b> und "mehr"' },
      { element: 'summary', text: 'Nägel & Schrauben, <b> und "mehr"' },
      { element: 'summary', text: 'Nägel & Schrauben, <b> und "mehr"' },
    ])
  })

  test('has no entries if every post is noindex, and still the date of the newest', async () => {
    const routes = table.routes.map(route => ({ ...route, noindex: true }))
    const server = supertest(await siteOf({ table: tableOf(routes) }))
    const { documentElement: feed } = parseXml((await server.get('/blog/feed.xml').expect(200)).text)
    expect(feed.getElementsByTagName('entry')).toHaveLength(0)
    expect(Object.fromEntries(fieldsOf(feed))).toMatchObject({ updated: '2026-01-15T00:00:00Z' })
  })

  test('has the newest twenty of many', async () => {
    const days = Array.from({ length: 28 }, (_, i) => String(i + 1).padStart(2, '0'))
    const post = table.routes.find(({ path }) => path === '/blog/erster-beitrag')
    if (!post) throw new Error('the fixture has lost its post')
    const posts = days.map(day => ({
      ...post,
      id: `blog/${day}.md`,
      path: `/blog/${day}` as const,
      heading: `Am ${day}. Oktober`,
      date: `2026-10-${day}`,
    }))
    const withPosts = newBuild()
    for (const { id } of posts) writeFileSync(join(withPosts, 'content', `${id}.html`), '')
    const server = supertest(await siteOf({ build: withPosts, table: tableOf([...table.routes, ...posts]) }))
    const { text } = await server.get('/blog/feed.xml').expect(200)
    const titles = [...parseXml(text).querySelectorAll('entry title')].map(({ textContent }) => textContent)
    expect(titles).toHaveLength(20)
    expect(titles[0]).toBe('Am 28. Oktober')
    expect(titles[19]).toBe('Am 09. Oktober')
  })
})

test('a feed lacks a post with another canonical address', () => {
  const routes = table.routes.map(route =>
    route.id === 'blog/hof-im-schnee.md' ? { ...route, canonical: '/team' } : route,
  )
  const files = feedFiles({
    table: tableOf(routes, facts),
    company: facts.company,
    origin: SITE,
    buildDate: '2026-11-01',
  })
  const entries = [...(files['blog/feed.xml'] ?? '').matchAll(/<entry>\n<title>(.*)<\/title>/g)]
  expect(entries.map(([, title]) => title)).toEqual(['Tipps &#38; &#34;Tricks&#34; zu &#60;b&#62;'])
})
