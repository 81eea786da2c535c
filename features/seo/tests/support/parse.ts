// Parses what search engines get.
import { JSDOM } from 'jsdom'
import { documentOf } from '../../../../tests/support/document-of.ts'

/** Throws if the text isn't well-formed. */
export const parseXml = (text: string) => new JSDOM(text, { contentType: 'application/xml' }).window.document

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

/** The hreflang links in the sitemap's entry for a path. */
export function linksInSitemap(sitemap: string, path: string) {
  const { documentElement: urls } = parseXml(sitemap)
  const url = Array.from(urls.children).find(each => each.firstElementChild?.textContent === SITE + path)
  const links = Array.from(url?.getElementsByTagNameNS('http://www.w3.org/1999/xhtml', 'link') ?? [])
  return links.map(link => ({ hreflang: link.getAttribute('hreflang'), href: link.getAttribute('href') }))
}
