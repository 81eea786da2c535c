// Reads what search engines are sent.
import { JSDOM } from 'jsdom'
import { documentOf } from '../../../../tests/support/document-of.ts'

/** Throws where the text is not well-formed. */
export const parseXml = (text: string) => new JSDOM(text, { contentType: 'application/xml' }).window.document

/** The address of the fixture's site. */
export const SITE = 'https://mueller-u-soehne.example'

/** The links of a page to itself in its languages, each as its language and its address. */
export const linksIn = (html: string | Buffer) =>
  Array.from(documentOf(html).querySelectorAll('head > link[hreflang]'), link =>
    [link.getAttribute('hreflang'), link.getAttribute('href')].join(' '),
  )

/** The linked data of a page. */
export function graphIn(html: string | Buffer) {
  const script = documentOf(html).querySelector('head > script[type="application/ld+json"]')
  return JSON.parse(script?.textContent ?? 'null')
}

/** What the sitemap says of the page at a path: the same links. */
export function linksInSitemap(sitemap: string, path: string) {
  const { documentElement: urls } = parseXml(sitemap)
  const url = Array.from(urls.children).find(each => each.firstElementChild?.textContent === SITE + path)
  const links = Array.from(url?.getElementsByTagNameNS('http://www.w3.org/1999/xhtml', 'link') ?? [])
  return links.map(link => ({ hreflang: link.getAttribute('hreflang'), href: link.getAttribute('href') }))
}
