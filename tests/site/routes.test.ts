// Every page of the route table over HTTP, live and prerendered. These tests know no text or number of your site, so they
// pass whatever you write, as long as it's a valid page.
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

const modes = [
  { mode: 'live', agent: live },
  { mode: 'prerendered', agent: prerendered },
]
/** The title of a document: the page's title, and the company's name if both fit in 60 characters. */
function titleOf(words: string, isHome = false): string {
  const both = isHome ? `${company.name}: ${words}` : `${words} | ${company.name}`
  return both.length > 60 ? words : both
}
const written: Readonly<Record<string, Route>> = routes

const members = company.members ? [company.members] : []
/** A language with its menus and messages. */
const languageIn = (lang: string) => languageOf({ lang }, table.languages)
/** The layout's menus in document order. A page may have others of its own. */
const navigationsIn = (lang: string) => {
  const { menus, messages } = languageIn(lang)
  const { navigation } = messages
  /** The links of a menu in order, including those in groups. */
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
/** Finds HTML that browsers parse differently than written: duplicate ids, implicitly closed elements, nested documents. */
const validator = new HtmlValidate({
  root: true,
  rules: {
    'no-dup-id': 'error',
    'no-implicit-close': 'error',
    'close-order': 'error',
    'element-required-content': 'error',
  },
})
/** A path without a page, whatever the site has. */
const nowhere = `/no-page-is-here-${addresses.length}`
/** Such a path below the home page of each language. */
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
/** The screen's width decides which menu is shown. */
const HIDDEN_TOO = { hidden: true }
/** The layout's elements with this role, without those of articles in the page. */
const landmarks = (document: Document, role: string) =>
  within(document.body)
    .queryAllByRole(role, HIDDEN_TOO)
    // A header or footer in an article isn't a landmark: https://www.w3.org/TR/html-aam-1.0/#el-header-ancestorbody
    .filter(element => !element.parentElement?.closest('main'))
const withoutData = (html: string) =>
  html.replace(/<main.*<\/main>/s, '').replace(/<script type="application\/json".*?<\/script>/s, '')

describe.each(addresses)('GET $path', ({ path, route: { id, isDynamic, lang, ...route } }) => {
  test('responds with 200 and a complete HTML document', async () => {
    await live
      .get(path)
      .expect(200)
      .expect('Content-Type', 'text/html; charset=utf-8')
      .expect(/^<!DOCTYPE html><html .*<\/html>$/s)
  })

  let html: string
  let document: Document
  /** The page's title and canonical address, from its route or its data. */
  let head: { title: string; canonical?: string | undefined }
  /** The canonical address. */
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

  test('has the language, title, description and canonical address of its route', () => {
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

  test('has HTML that browsers parse as written', async () => {
    const { results } = await validator.validateString(html)
    expect(results.flatMap(({ messages }) => messages.map(({ message }) => message))).toEqual([])
  })

  test('has one banner, main, contentinfo and h1', () => {
    expect({
      banner: landmarks(document, 'banner').length,
      main: landmarks(document, 'main').length,
      contentinfo: landmarks(document, 'contentinfo').length,
      h1: document.querySelectorAll('h1').length,
    }).toEqual({ banner: 1, main: 1, contentinfo: 1, h1: 1 })
  })

  test('has text in its h1, and below it', () => {
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
    'lists the pages of each menu in its %s in order, and marks the links to itself',
    (role, { skip }) => {
      const [landmark = expect.fail(`there is no ${role}`)] = landmarks(document, role)
      skip(!landmark.matches('.r-header, .r-footer'), `the ${role} is a company’s own`)
      const found = within(landmark).queryAllByRole('navigation', HIDDEN_TOO).map(menuOf)
      const expected = navigationsIn(lang)[role].map(({ name, links }) => ({
        name,
        links: links.map(marked),
      }))
      expect(found).toEqual(expected)
    },
  )

  test('is prerendered byte for byte as it is rendered live', async () => {
    const file = await prerendered.get(path).expect(200)
    // The data of a page may have changed since.
    const shown = isDynamic ? withoutData : (page: string) => page
    expect(shown(file.text)).toBeSameBytes(shown(html))
  })
})

describe.each(nowheres)('GET $nowhere, a missing page,', ({ nowhere, lang, notFound }) => {
  test('responds with 404 and a complete HTML document', async () => {
    await live
      .get(nowhere)
      .expect(404)
      .expect('Content-Type', 'text/html; charset=utf-8')
      .expect(/^<!DOCTYPE html><html .*<\/html>$/s)
  })

  test('is in the language of its path', async () => {
    const { documentElement } = documentOf((await live.get(nowhere)).text)
    expect(documentElement.lang).toBe(lang)
  })

  test('shows the not-found message, and has noindex', async () => {
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

  test('is prerendered byte for byte as it is rendered live', async () => {
    const { text: file } = await prerendered.get(nowhere).expect(404)
    expect(file).toBeSameBytes((await live.get(nowhere)).text)
  })

  test('has no canonical link, and marks no link as current', async () => {
    const document = documentOf((await live.get(nowhere)).text)
    const wrong = document.querySelectorAll('link[rel=canonical], [aria-current]')
    expect([...wrong].map(element => element.outerHTML)).toEqual([])
  })
})

/** Every path with a trailing slash, and the redirects of features. A site with one page may have none. */
const redirects = [
  ...addresses.filter(({ path }) => path !== '/').map(({ path }) => ({ from: `${path}/`, to: path })),
  ...table.redirects.map(([from, to]) => ({ from, to })),
]
test.each(modes.flatMap(mode => redirects.map(redirect => ({ ...mode, ...redirect }))))(
  'GET $from redirects to $to with a 308: $mode',
  async ({ agent, from, to }) => {
    await agent.get(from).expect(308).expect('Location', to)
  },
)

/** The URLs of an element. A srcset has several, each with a width. */
const targetsOf = (element: Element) => [
  ...['href', 'src'].map(name => element.getAttribute(name) ?? ''),
  ...(element.getAttribute('srcset') ?? '').split(/ \S+(?:, |$)/),
]

test('every link and picture of the site works', async () => {
  const unasked = [...members, ...table.routes.filter(route => route.prerender === false)].map(
    ({ path }) => `${path}`,
  )
  /** The pages that use each address. */
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
