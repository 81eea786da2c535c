// Every page of the table over HTTP, live and prerendered. Nothing here knows a word, a number or a length of this site:
// what you write stays green as long as it is a page.
import { within } from '@testing-library/dom'
import { HtmlValidate } from 'html-validate'
import supertest from 'supertest'
import { beforeAll, describe, expect, test } from 'vitest'
import { routes } from '../../shared/site/routes.ts'
import type { Link, Route } from '../../shared/site.ts'
import { documentOf } from '../support/document-of.ts'
import { DATA_ELEMENT_ID, languageOf } from '../support/engine.ts'
import { addresses, facts, origin, siteOf, table } from '../support/own-site.ts'

const { company } = facts
const live = supertest(await siteOf())
const prerendered = supertest(await siteOf({ serve: 'static' }))

/** Both as supertest asks them. */
const modes = [
  { mode: 'live', agent: live },
  { mode: 'prerendered', agent: prerendered },
]
/** The title of a document: the words of its page, and the company's name where 60 characters have room for both. */
function titleOf(words: string, isHome = false): string {
  const both = isHome ? `${company.name}: ${words}` : `${words} | ${company.name}`
  return both.length > 60 ? words : both
}
const written: Readonly<Record<string, Route>> = routes

const members = company.members ? [company.members] : []
/** Where the layout leads in a language. */
const languageIn = (lang: string) => languageOf({ lang }, table.languages)
/** Those of the layout, in the order of the document. A page may have navigations of its own. */
const navigationsIn = (lang: string) => {
  const { menus, messages } = languageIn(lang)
  const { navigation } = messages
  /** The links of a menu in its order, also those in groups. */
  const menu = (name: 'header' | 'footer') =>
    menus[name].flatMap(each => ('links' in each ? each.links : each))
  const elsewhere = members.map(link => (lang === company.lang ? link : { lang: company.lang, ...link }))
  return {
    banner: [
      { name: navigation.header, links: menu('header') },
      { name: navigation.mobile, links: [...menu('header'), ...elsewhere] },
    ],
    contentinfo: [{ name: navigation.footer, links: menu('footer') }],
  }
}
/** What a browser reads otherwise than it is written: an id twice, an element that it closes itself, a document in a page. */
const validator = new HtmlValidate({
  root: true,
  rules: {
    'no-dup-id': 'error',
    'no-implicit-close': 'error',
    'close-order': 'error',
    'element-required-content': 'error',
  },
})
/** A path at which there is nothing, whatever the site has. */
const nowhere = `/no-page-is-here-${addresses.length}`
/** The same below the home page of each language. */
const nowheres = [
  { path: '', lang: company.lang },
  ...table.languagesWithHome.slice(1).map(({ homePath, lang }) => ({ path: homePath, lang })),
].map(({ path, lang }) => ({
  nowhere: path + nowhere,
  lang,
  notFound: languageIn(lang).messages.notFound,
}))

const text = (element?: Element | null) => element?.textContent?.replace(/\s+/g, ' ').trim() ?? ''
const attribute = (document: Document, selector: string, name: string) =>
  document.querySelector(selector)?.getAttribute(name)
/** Which of the menus is shown depends on the screen. */
const HIDDEN_TOO = { hidden: true }
/** The elements of the layout that have a role, whatever an article of the page has. */
const landmarks = (document: Document, role: string) =>
  within(document.body)
    .queryAllByRole(role, HIDDEN_TOO)
    // A header or footer in an article is no landmark: https://www.w3.org/TR/html-aam-1.0/#el-header-ancestorbody
    .filter(element => !element.parentElement?.closest('main'))
const withoutData = (html: string) =>
  html.replace(/<main.*<\/main>/s, '').replace(/<script type="application\/json".*?<\/script>/s, '')

describe.each(addresses)('GET $path', ({ path, route: { id, isDynamic, lang, ...route } }) => {
  test.each(modes)('is a 200 with a whole HTML document: $mode', async ({ agent }) => {
    await agent
      .get(path)
      .expect(200)
      .expect('Content-Type', 'text/html; charset=utf-8')
      .expect(/^<!DOCTYPE html><html .*<\/html>$/s)
  })

  let html: string
  let document: Document
  /** What the route says of the page, or else its data. */
  let head: { title: string; canonical?: string | undefined }
  /** The address that search engines name. */
  const canonical = () => new URL(head.canonical ?? path, origin).href
  const description = isDynamic ? expect.stringMatching(/./) : route.description
  beforeAll(async () => {
    html = (await live.get(path)).text
    document = documentOf(html)
    const ofRoute = {
      title: titleOf(written[id]?.title ?? route.heading, route.isHome),
      canonical: route.canonical,
    }
    head = isDynamic ? JSON.parse(text(document.getElementById(DATA_ELEMENT_ID))).head : ofRoute
  })

  test('says in its head what the table says: language, title, description, canonical address', () => {
    expect({
      lang: document.documentElement.lang,
      titles: [...document.querySelectorAll('head > title')].map(text),
      description: attribute(document, 'meta[name=description]', 'content'),
      canonical: [...document.querySelectorAll('link[rel=canonical]')].map(link => link.getAttribute('href')),
      isIndexed: !document.querySelector('meta[name=robots]'),
    }).toEqual({
      lang,
      titles: [head.title],
      description,
      canonical: [canonical()],
      isIndexed: isDynamic ? expect.any(Boolean) : !route.noindex,
    })
  })

  test('is HTML that a browser reads as it is written', async () => {
    const { results } = await validator.validateString(html)
    expect(results.flatMap(({ messages }) => messages.map(({ message }) => message))).toEqual([])
  })

  test('has every landmark once, and one first heading', () => {
    expect({
      banner: landmarks(document, 'banner').length,
      main: landmarks(document, 'main').length,
      contentinfo: landmarks(document, 'contentinfo').length,
      h1: document.querySelectorAll('h1').length,
    }).toEqual({ banner: 1, main: 1, contentinfo: 1, h1: 1 })
  })

  test('has words in its first heading, and below it', () => {
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
  test.for(['banner', 'contentinfo'] as const)(
    'has the menus of its %s, each with its pages in order, and marks the links to itself',
    (role, { skip }) => {
      const [landmark = expect.fail(`there is no ${role}`)] = landmarks(document, role)
      skip(!landmark.matches('.r-header, .r-footer'), `the ${role} is a company’s own`)
      const found = within(landmark).getAllByRole('navigation', HIDDEN_TOO).map(menuOf)
      const expected = navigationsIn(lang)[role].map(({ name, links }) => ({
        name,
        links: links.map(marked),
      }))
      expect(found).toEqual(expected)
    },
  )

  test('is prerendered as it is rendered, byte for byte', async () => {
    const file = await prerendered.get(path).expect(200)
    // What a page with data shows may have changed since.
    const shown = isDynamic ? withoutData : (page: string) => page
    expect(shown(file.text)).toBeSameBytes(shown(html))
  })
})

describe.each(nowheres)('GET $nowhere, where there is no page', ({ nowhere, lang, notFound }) => {
  test.each(modes)('is a 404 with a whole HTML document: $mode', async ({ agent }) => {
    await agent
      .get(nowhere)
      .expect(404)
      .expect('Content-Type', 'text/html; charset=utf-8')
      .expect(/^<!DOCTYPE html><html .*<\/html>$/s)
  })

  test('is in the language of the address', async () => {
    const { documentElement } = documentOf((await live.get(nowhere)).text)
    expect(documentElement.lang).toBe(lang)
  })

  test('names itself not found, and is kept out of search engines', async () => {
    const { text: html } = await live.get(nowhere)
    const document = documentOf(html)
    expect({
      title: document.title,
      heading: text(document.querySelector('h1')),
      main: text(document.querySelector('main')),
      robots: attribute(document, 'meta[name=robots]', 'content'),
    }).toEqual({
      title: titleOf(notFound.label),
      heading: notFound.label,
      main: expect.stringContaining(notFound.description),
      robots: 'noindex',
    })
  })

  test('is prerendered as it is rendered, byte for byte', async () => {
    const { text: file } = await prerendered.get(nowhere)
    expect(file).toBeSameBytes((await live.get(nowhere)).text)
  })

  test('has no address of its own, and no link to itself', async () => {
    const document = documentOf((await live.get(nowhere)).text)
    const wrong = document.querySelectorAll('link[rel=canonical], [aria-current]')
    expect([...wrong].map(element => element.outerHTML)).toEqual([])
  })
})

/** Each path with a slash at its end, and what features redirect. A site of one page has none. */
const redirects = [
  ...addresses.filter(({ path }) => path !== '/').map(({ path }) => ({ from: `${path}/`, to: path })),
  ...table.redirects.map(([from, to]) => ({ from, to })),
]
test.each(modes.flatMap(mode => redirects.map(redirect => ({ ...mode, ...redirect }))))(
  'GET $from is a 308 to $to: $mode',
  async ({ agent, from, to }) => {
    await agent.get(from).expect(308).expect('Location', to)
  },
)

/** The addresses of an element: a srcset has several, each with a width. */
const targetsOf = (element: Element) => [
  ...['href', 'src'].map(name => element.getAttribute(name) ?? ''),
  ...(element.getAttribute('srcset') ?? '').split(/ \S+(?:, |$)/),
]

test('every link and every picture of the site is there', async () => {
  const unasked = [...members, ...table.routes.filter(route => route.prerender === false)].map(
    ({ path }) => `${path}`,
  )
  /** The pages that name an address. */
  const pagesWith = new Map<string, Set<string>>()
  for (const { path } of addresses)
    for (const element of documentOf((await live.get(path)).text).querySelectorAll('[href], [src], [srcset]'))
      for (const target of targetsOf(element)) {
        const url = URL.parse(target || path, origin + path)
        if (url?.origin !== origin || unasked.includes(url.pathname)) continue
        const address = url.pathname + url.search
        pagesWith.set(address, (pagesWith.get(address) ?? new Set()).add(path))
      }
  const dead: { address: string; status: number; on: string[] }[] = []
  for (const [address, on] of pagesWith) {
    const { status } = await live.get(address)
    if (status !== 200) dead.push({ address, status, on: [...on] })
  }
  expect(dead).toEqual([])
})
