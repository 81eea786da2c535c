import { documentOf } from './document-of.ts'
import { manifest } from './fixture-site.ts'
import { ofDocument, withoutHashes } from './sent-headers.ts'

// The core's complete head of a page of tests/fixture/, spelled out. The tags of features come after these.

export const HTML = 'text/html; charset=utf-8'

/** Shown when the tags in the head differ. Browsers and search engines obey some that no page shows. */
export const HEAD_CHANGED =
  'a tag or an attribute was added, removed or changed. If you meant to, update `expectedHead` in tests/support/expected-heads.ts'

/** The core's last tags in the head of a page. Only some pages have the second one. */
const LAST_OF_CORE = ['description', 'robots']

/** The core's tags in the head of a page with their attributes, its h1, and the scripts after the head. */
export function described(html: string) {
  const { documentElement, head, body, title } = documentOf(html)
  const tags: Record<string, string>[] = Array.from(head.children, element => ({
    tag: element.localName,
    ...attributesOf(element),
  }))
  const last = tags.findLastIndex(({ name = '' }) => LAST_OF_CORE.includes(name))
  return {
    html: attributesOf(documentElement),
    head: tags.slice(0, last + 1),
    title,
    headings: Array.from(body.querySelectorAll('h1'), ({ textContent }) => textContent),
    inBody: Array.from(body.querySelectorAll('script, style, link, meta'), attributesOf),
  }
}

/** HASH replaces the hash in file names. */
const attributesOf = ({ attributes }: Element) =>
  Object.fromEntries(
    Array.from(attributes, ({ name, value }) => [
      name,
      name === 'data-head'
        ? withoutAlternates(value)
        : withoutHashes(value).replace(/-[A-Z0-9]{8}\.js\b/g, '-HASH.js'),
    ]),
  )

/** A page's head as JSON without its alternates, which a feature adds. */
const withoutAlternates = (head: string) => JSON.stringify({ ...JSON.parse(head), alternates: undefined })

export interface ExpectedPage {
  title: string
  description: string
  heading: string
  /** Absent for an error page. */
  path?: string
  /** The file of its script. */
  script?: string
  noindex?: boolean
  /** The tags that the page itself adds to the head. */
  own?: Record<string, string>[]
  /** The attributes of the scripts after the head. */
  inBody?: Record<string, string>[]
}

export const pageData = { type: 'application/json', id: 'page-data' }

/** Everything that `described` should find on a page of the fixture. */
export const expectedHead = (page: ExpectedPage) => ({
  html: { lang: 'de', 'data-origin': 'https://mueller-u-soehne.example' },
  head: [
    { tag: 'meta', charset: 'utf-8' },
    { tag: 'meta', name: 'viewport', content: 'width=device-width, initial-scale=1' },
    { tag: 'title' },
    page.path
      ? { tag: 'link', rel: 'canonical', href: `https://mueller-u-soehne.example${page.path}` }
      : { tag: 'meta', name: 'robots', content: 'noindex' },
    ...(page.own ?? []),
    {
      tag: 'meta',
      'http-equiv': 'Content-Security-Policy',
      // Browsers ignore this directive in a meta tag.
      content: ofDocument['content-security-policy'].replace("frame-ancestors 'none';", ''),
    },
    { tag: 'style' },
    { tag: 'meta', name: 'theme-color', media: '(prefers-color-scheme: light)', content: '#fbf9f0' },
    { tag: 'meta', name: 'theme-color', media: '(prefers-color-scheme: dark)', content: '#081410' },
    { tag: 'script', type: 'speculationrules' },
    { tag: 'script', src: '/zaehler.js', 'data-seite': '1', async: '' }, // A third-party visit counter.
    ...(page.script ? [scriptLoaderOf(page, page.script)] : []),
    { tag: 'meta', name: 'description', content: page.description },
    ...(page.noindex ? [{ tag: 'meta', name: 'robots', content: 'noindex' }] : []),
  ],
  title: page.title,
  headings: [page.heading],
  inBody: page.inBody ?? [],
})

const scriptLoaderOf = ({ path, title }: ExpectedPage, script: string) => ({
  tag: 'script',
  'data-page': script,
  'data-build-id': manifest.buildId,
  'data-head': JSON.stringify({ path, title, lang: 'de' }),
})

/** The page for a 500 and a 503. It lacks the engine's script, which may be what failed. */
export const failed = {
  title: `Etwas ging schief | Müller & Söhne "D'r <Hof>"`,
  description: 'Die Seite konnte nicht angezeigt werden. Der Fehler liegt bei uns.',
  heading: 'Etwas ging schief',
}
