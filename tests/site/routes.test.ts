import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { within } from '@testing-library/dom'
import { JSDOM } from 'jsdom'
import supertest from 'supertest'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Link } from '../../shared/owner.ts'
import { DATA_ELEMENT_ID } from '../../shared/page.tsx'
import { dataPathOf } from '../../shared/page-table.ts'
import { titleOf } from '../../shared/titles.ts'
import { addresses, facts, origin, folder as root, siteOf, table } from '../support/own-site.ts'

// Every page of the table, live and prerendered. Nothing here knows a word, a number or a length of this site: what you
// write stays green as long as it is a page.
const { company, labels, translations } = facts
const { notFound } = labels
const live = supertest(await siteOf())
const prerendered = supertest(await siteOf({ serve: 'static' }))

const members = company.members ? [company.members] : []
/** The pages that name a place in a menu, in the order of their places. */
const menu = (name: 'header' | 'footer') =>
  table.rows
    .filter(({ menus }) => menus[name] !== undefined)
    .sort((a, b) => Number(a.menus[name]) - Number(b.menus[name]))
/** Those of the layout, in the order of the document. A page may have navigations of its own. */
const navigationsIn = (lang: string) => {
  const { navigation } = translations[lang] ?? labels
  return {
    banner: [
      { name: navigation.header, links: menu('header') },
      { name: navigation.mobile, links: [...menu('header'), ...members] },
    ],
    contentinfo: [{ name: navigation.footer, links: menu('footer') }],
  }
}
/** A path at which there is nothing, whatever the site has. */
const nowhere = `/no-page-is-here-${addresses.length}`

const parse = (html: string) => new JSDOM(html).window.document
const text = (element?: Element | null) => element?.textContent?.replace(/\s+/g, ' ').trim() ?? ''
const attribute = (document: Document, selector: string, name: string) =>
  document.querySelector(selector)?.getAttribute(name)
/** Which of the menus is shown depends on the screen. */
const HIDDEN_TOO = { hidden: true }
/** The elements of the layout that have a role, whatever an article of the page has. */
const landmarks = (document: Document, role: string) =>
  within(document.body)
    .getAllByRole(role, HIDDEN_TOO)
    // A header or footer in an article is no landmark: https://www.w3.org/TR/html-aam-1.0/#el-header-ancestorbody
    .filter(element => !element.parentElement?.closest('main'))
const hasOwnSitemap = existsSync(join(root, 'shared/site/public/sitemap.xml'))
const withoutData = (html: string) =>
  html.replace(/<main.*<\/main>/s, '').replace(/<script type="application\/json".*?<\/script>/s, '')

describe.each(addresses)('$path', ({ path, row: { id, date, loader, lang = company.lang, ...row } }) => {
  let html: string
  let document: Document
  /** What the row says of the page, or else its loader. */
  let head: { title: string; description: string }
  beforeAll(async () => {
    const response = await live.get(path).expect(200)
    expect(response.headers['content-type']).toMatch(/^text\/html; charset=utf-8$/i)
    html = response.text
    document = parse(html)
    head = loader ? JSON.parse(text(document.getElementById(DATA_ELEMENT_ID))).head : row
  })

  test('says what it is in its head', () => {
    expect(document.documentElement.lang).toBe(lang)
    expect(document.title).toBe(head.title)
    expect(attribute(document, 'meta[name=description]', 'content')).toBe(head.description)
    expect(attribute(document, 'link[rel=canonical]', 'href')).toBe(origin + path)
    // A drawing may have a title of its own.
    expect(document.querySelectorAll('head :is(title, link[rel=canonical])')).toHaveLength(2)
    expect(document.querySelector('meta[name=robots]')).toBeNull()
  })

  test('has every landmark once, one first heading, and words below it', () => {
    for (const role of ['banner', 'main', 'contentinfo']) expect(landmarks(document, role)).toHaveLength(1)
    expect(document.querySelectorAll('h1')).toHaveLength(1)
    const main = document.querySelector('main')
    const heading = text(main?.querySelector('h1'))
    expect(heading).not.toBe('')
    expect(text(main).length).toBeGreaterThan(heading.length)
  })

  const menuOf = (navigation: Element) => ({
    name: navigation.ariaLabel,
    links: [...navigation.querySelectorAll('a')].map(a => ({
      label: text(a),
      path: a.getAttribute('href'),
      lang: a.getAttribute('lang'),
      current: a.ariaCurrent,
    })),
  })
  const marked = (link: Link) => ({
    label: link.label,
    path: link.path,
    lang: link.lang ?? null,
    current: link.path === path ? 'page' : null,
  })
  test.each(['banner', 'contentinfo'] as const)(
    'has the menus of its %s, each with its pages in order, and marks the links to itself',
    role => {
      const [landmark = expect.fail(`there is no ${role}`)] = landmarks(document, role)
      const found = within(landmark).getAllByRole('navigation', HIDDEN_TOO).map(menuOf)
      const expected = navigationsIn(lang)[role].map(({ name, links }) => ({
        name,
        links: links.map(marked),
      }))
      expect(found).toEqual(expected)
    },
  )

  test('gives a link preview a title, words and a picture', async () => {
    const preview = (name: string) => attribute(document, `meta[property="og:${name}"]`, 'content')
    const picture = `/og/${id}.png`
    expect([preview('title'), preview('description')]).toEqual([head.title, head.description])
    expect([preview('url'), preview('site_name')]).toEqual([origin + path, company.name])
    expect([preview('image'), preview('image:type')]).toEqual([origin + picture, 'image/png'])
    expect(preview('image:alt')).toMatch(/./)
    expect(attribute(document, 'meta[name="twitter:card"]', 'content')).toBe('summary_large_image')
    const { body } = await live.get(picture).expect(200).expect('Content-Type', 'image/png')
    // https://www.w3.org/TR/png-3/#11IHDR
    const size = [body.readUInt32BE(16), body.readUInt32BE(20)]
    expect([preview('image:width'), preview('image:height')]).toEqual(size.map(String))
  })

  test('describes the company, or a post, to search engines', () => {
    // Beside what the page itself says, in its text.
    const found = [...document.querySelectorAll('head script[type="application/ld+json"]')]
    const graphs = found.map(script => JSON.parse(text(script))['@graph'])
    const types = graphs.flat().map((node: { '@type': string }) => node['@type'])
    expect(types).toEqual(path === '/' ? ['Organization', 'WebSite'] : date ? ['BlogPosting'] : [])
  })

  test.skipIf(hasOwnSitemap)('stands in the sitemap', async () => {
    const sitemap = await live.get('/sitemap.xml').expect(200)
    expect(sitemap.text).toContain(`<loc>${origin}${path}</loc>`)
  })

  test('is prerendered as it is rendered, byte for byte', async () => {
    const file = await prerendered.get(path).expect(200)
    // What a page with data shows may have changed since.
    const shown = loader ? withoutData : (page: string) => page
    expect(shown(file.text)).toBe(shown(html))
  })

  test.runIf(loader)('has its data at its address that ends in .json, live and prerendered', async () => {
    for (const agent of [live, prerendered]) {
      const { body } = await agent
        .get(dataPathOf(path))
        .expect(200)
        .expect('Content-Type', /^application\/json/)
      expect(body.path).toBe(path)
      expect(body).toHaveProperty('data')
    }
  })
})

test('a path without a page is a 404 that says so, live as prerendered', async () => {
  const { text: html, type } = await live.get(nowhere).expect(404)
  expect(type).toBe('text/html')
  const document = parse(html)
  expect(document.title).toBe(titleOf(company, notFound.label))
  expect(text(document.querySelector('h1'))).toBe(notFound.label)
  expect(text(document.querySelector('main'))).toContain(notFound.description)
  expect(attribute(document, 'meta[name=robots]', 'content')).toBe('noindex')
  expect(document.querySelector('link[rel=canonical], meta[property^="og:"], [aria-current]')).toBeNull()
  expect((await prerendered.get(nowhere).expect(404)).text).toBe(html)
})

const spellings = addresses.flatMap(({ path }) => (path === '/' ? [] : [[`${path}/`, path] as const]))
test.each([...spellings, ...table.moved])('%s redirects to %s', async (from, to) => {
  for (const agent of [live, prerendered]) await agent.get(from).expect(308).expect('Location', to)
})

/** The addresses of an element: a srcset has several, each with a width. */
const targetsOf = (element: Element) => [
  ...['href', 'src'].map(name => element.getAttribute(name) ?? ''),
  ...(element.getAttribute('srcset') ?? '').split(/ \S+(?:, |$)/),
]

test('every link and every picture of the site is there', async () => {
  const unasked = [...members, ...table.rows.filter(row => row.prerender === false)].map(
    ({ path }) => `${path}`,
  )
  const targets = new Set<string>()
  for (const { path } of addresses)
    for (const element of parse((await live.get(path)).text).querySelectorAll('[href], [src], [srcset]'))
      for (const target of targetsOf(element)) {
        const url = URL.parse(target || path, origin + path)
        if (url?.origin === origin && !unasked.includes(url.pathname)) targets.add(url.pathname + url.search)
      }
  const dead: string[] = []
  for (const target of targets) if ((await live.get(target)).status !== 200) dead.push(target)
  expect(dead).toEqual([])
})
