// Parses what search engines get.
import { JSDOM } from 'jsdom'
import { expect } from 'vitest'
import { documentOf } from '../../../../tests/support/document-of.ts'

/** Throws if the text isn't well-formed. */
const parseXml = (text: string) => new JSDOM(text, { contentType: 'application/xml' }).window.document

/** The origin of the fixture. */
export const SITE = 'https://mueller-u-soehne.example'

/** The hreflang links of a page, each as its language and its address. */
export const linksIn = (html: string | Buffer) =>
  Array.from(documentOf(html).querySelectorAll('head > link[hreflang]'), link =>
    [link.getAttribute('hreflang'), link.getAttribute('href')].join(' '),
  )

/** The JSON-LD of a page. */
export function graphIn(html: string | Buffer) {
  const script = documentOf(html).querySelector('head > script[type="application/ld+json"]')
  return JSON.parse(script?.textContent ?? 'null')
}

/** The addresses in a sitemap, each with its date if it has one, in alphabetical order. */
export function addressesIn(sitemap: string): string[] {
  const { documentElement: urls } = parseXml(sitemap)
  expect({ root: urls.localName, namespace: urls.namespaceURI }).toEqual({
    root: 'urlset',
    namespace: 'http://www.sitemaps.org/schemas/sitemap/0.9',
  })
  const textsOf = (url: Element) => Array.from(url.children, child => child.textContent).filter(Boolean)
  return Array.from(urls.children, url => textsOf(url).join(' ')).sort()
}

/** The hreflang links in the sitemap's entry for a path. */
export function linksInSitemap(sitemap: string, path: string) {
  const { documentElement: urls } = parseXml(sitemap)
  const url = Array.from(urls.children).find(each => each.firstElementChild?.textContent === SITE + path)
  const links = Array.from(url?.getElementsByTagNameNS('http://www.w3.org/1999/xhtml', 'link') ?? [])
  return links.map(link => ({ hreflang: link.getAttribute('hreflang'), href: link.getAttribute('href') }))
}
