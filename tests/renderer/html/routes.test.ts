// The HTML of one route of each kind, live and prerendered: what its head says, and which scripts it has. The words are
// those of tests/fixture/. csp.test.ts has its policy, speculation-rules.test.ts what is prefetched.
import supertest from 'supertest'
import { describe, expect, test, vi } from 'vitest'
import { askAtOnce, type Reply } from '../../support/ask.ts'
import { blockedIn } from '../../support/blocked.ts'
import { documentOf } from '../../support/document-of.ts'
import { listen, manifest, siteOf } from '../../support/fixture-site.ts'
import { HEADERS_CHANGED, ofDocument, ofEach, sentIn, withoutHashes } from '../../support/sent-headers.ts'

const live = supertest(await siteOf())
const prerendered = supertest(await siteOf({ serve: 'static' }))
const modes = [
  { mode: 'live', agent: live },
  { mode: 'prerendered', agent: prerendered },
]

const HTML = 'text/html; charset=utf-8'

/** Said where the head has other tags than these. Browsers and search engines obey some that no page shows. */
const HEAD_CHANGED =
  'a tag or an attribute came, went or changed. Where you mean it, write it into `said` in tests/renderer/html/routes.test.ts'

/** Everything in the head of a page with all its attributes, its first heading, and the scripts after the head. */
function described(html: string) {
  const { documentElement, head, body, title } = documentOf(html)
  return {
    html: attributesOf(documentElement),
    head: Array.from(head.children, element => ({ tag: element.localName, ...attributesOf(element) })),
    title,
    headings: Array.from(body.querySelectorAll('h1'), ({ textContent }) => textContent),
    inBody: Array.from(body.querySelectorAll('script, style, link, meta'), attributesOf),
  }
}

/** In the names of files HASH stands for the hash. */
const attributesOf = ({ attributes }: Element) =>
  Object.fromEntries(
    Array.from(attributes, ({ name, value }) => [
      name,
      withoutHashes(value).replace(/-[A-Z0-9]{8}\.js\b/g, '-HASH.js'),
    ]),
  )

interface Page {
  title: string
  description: string
  heading: string
  /** Absent for a page of an error. */
  path?: string
  /** The file of its link preview. */
  picture?: string
  /** Of the folder of a blog. */
  feed?: boolean
  /** The file of its script. */
  script?: string
  jsonLd?: boolean
  noindex?: boolean
  /** The same page in other languages. */
  alternates?: { hreflang: string; path: string }[]
  /** What its script is told of these. */
  translations?: string
  /** Of a post. */
  date?: string
  /** What the page itself puts into the head. */
  own?: Record<string, string>[]
  /** The attributes of the scripts after the head. */
  inBody?: Record<string, string>[]
}

const pageData = { type: 'application/json', id: 'page-data' }

/** Everything that `described` finds on a page of the fixture. */
const said = (page: Page) => ({
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
      // In a meta tag browsers ignore the directive about frames.
      content: ofDocument['content-security-policy'].replace("frame-ancestors 'none';", ''),
    },
    { tag: 'style' },
    { tag: 'link', rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
    { tag: 'link', rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
    { tag: 'meta', name: 'theme-color', media: '(prefers-color-scheme: light)', content: '#fbf9f0' },
    { tag: 'meta', name: 'theme-color', media: '(prefers-color-scheme: dark)', content: '#081410' },
    { tag: 'script', type: 'speculationrules' },
    { tag: 'script', src: '/zaehler.js', 'data-seite': '1', async: '' }, // A service that counts visits.
    ...(page.script ? [scriptLoaderOf(page.script, page.translations)] : []),
    { tag: 'meta', name: 'description', content: page.description },
    ...(page.noindex ? [{ tag: 'meta', name: 'robots', content: 'noindex' }] : []),
    ...(page.feed
      ? [
          {
            tag: 'link',
            rel: 'alternate',
            type: 'application/atom+xml',
            title: 'Aus der Werkstatt',
            href: '/blog/feed.xml',
          },
        ]
      : []),
    ...(page.alternates ?? []).map(({ hreflang, path }) => ({
      tag: 'link',
      rel: 'alternate',
      hreflang,
      href: `https://mueller-u-soehne.example${path}`,
    })),
    ...(page.path ? previewOf(page) : []),
    ...(page.jsonLd ? [{ tag: 'script', type: 'application/ld+json' }] : []),
  ],
  title: page.title,
  headings: [page.heading],
  inBody: page.inBody ?? [],
})

const scriptLoaderOf = (script: string, translations?: string) => ({
  tag: 'script',
  'data-page': script,
  'data-version': manifest.buildId,
  ...(translations && { 'data-translations': translations }),
})

/** The words of a picture are in head.test.ts. */
const previewOf = ({ title, description, path, picture, date }: Page) => [
  { tag: 'meta', property: 'og:type', content: date ? 'article' : 'website' },
  ...(date ? [{ tag: 'meta', property: 'article:published_time', content: date }] : []),
  { tag: 'meta', property: 'og:site_name', content: `Müller & Söhne "D'r <Hof>"` },
  { tag: 'meta', property: 'og:url', content: `https://mueller-u-soehne.example${path}` },
  { tag: 'meta', property: 'og:title', content: title },
  { tag: 'meta', property: 'og:description', content: description },
  { tag: 'meta', property: 'og:image', content: `https://mueller-u-soehne.example/og/${picture}` },
  { tag: 'meta', property: 'og:image:type', content: 'image/png' },
  { tag: 'meta', property: 'og:image:width', content: '1200' },
  { tag: 'meta', property: 'og:image:height', content: '630' },
  {
    tag: 'meta',
    property: 'og:image:alt',
    content: expect.stringMatching(/^Müller & Söhne "D'r <Hof>": ./),
  },
  { tag: 'meta', name: 'twitter:card', content: 'summary_large_image' },
]

/** A page that there is in German and in French. */
const inFrench = (german: string, french: string) => [
  { hreflang: 'de', path: german },
  { hreflang: 'fr', path: french },
  { hreflang: 'x-default', path: german },
]

const pages = [
  {
    kind: 'the home page',
    path: '/',
    says: {
      picture: 'home.png',
      alternates: inFrench('/', '/fr'),
      translations: 'fr:/fr',
      title: `Müller & Söhne "D'r <Hof>": Warenwirtschaft nach Maß`,
      description: 'Müller & Söhne aus Köln bauen seit 1974 Warenwirtschaft, die zu Ihrem Lager passt.',
      heading: 'Maßgeschneiderte Warenwirtschaftslösungen',
      script: '/assets/home-HASH.js',
      jsonLd: true,
    },
  },
  {
    kind: 'a client page',
    path: '/leistungen',
    says: {
      picture: 'services.png',
      alternates: [
        { hreflang: 'de', path: '/leistungen' },
        { hreflang: 'en', path: '/in-english' },
        { hreflang: 'x-default', path: '/leistungen' },
      ],
      title: `Leistungen | Müller & Söhne "D'r <Hof>"`,
      description:
        'Was wir tun, in welcher Reihenfolge, und was es kostet: von der Bestandsaufnahme bis zur Übergabe.',
      heading: 'Leistungen',
      script: '/assets/services-HASH.js',
      translations: 'en:/in-english',
    },
  },
  {
    kind: 'a Markdown page',
    path: '/impressum',
    says: {
      picture: 'impressum.md.png',
      alternates: inFrench('/impressum', '/fr/mentions'),
      title: `Impressum | Müller & Söhne "D'r <Hof>"`,
      description: 'Wer diese Seiten verantwortet, und wie Sie uns in Köln erreichen, auch am Samstagabend.',
      heading: 'Impressum',
    },
  },
  {
    kind: 'the index of a blog',
    path: '/blog',
    says: {
      picture: 'blog/index.md.png',
      title: `Aus der Werkstatt | Müller & Söhne "D'r <Hof>"`,
      description:
        'Was wir in der Werkstatt lernen, und was Ihnen davon nützt. Ungefähr ein Mal im Monat ein kurzer Text.',
      heading: 'Aus der Werkstatt',
      feed: true,
    },
  },
  {
    kind: 'a post of a blog',
    path: '/blog/hof-im-schnee',
    says: {
      picture: 'blog/hof-im-schnee.md.png',
      title: `Der Hof im Schnee: ein Bericht | Müller & Söhne "D'r <Hof>"`,
      description:
        'Wie wir im Winter ein Lager umgezogen haben, ohne dass ein einziges Paket einen Tag zu spät kam.',
      heading: 'Der Hof im Schnee: ein Bericht',
      date: '2026-01-15',
      feed: true,
      jsonLd: true,
    },
  },
  {
    kind: 'a page with data',
    path: '/stellen',
    says: {
      picture: 'jobs.png',
      alternates: inFrench('/stellen', '/fr/emplois'),
      translations: 'fr:/fr/emplois',
      title: `Stellen | Müller & Söhne "D'r <Hof>"`,
      description:
        'Welche Stellen bei uns offen sind und wo. Jede von ihnen gibt es auch in Teilzeit und von zu Hause.',
      heading: 'Stellen überall',
      script: '/assets/jobs-HASH.js',
      inBody: [pageData],
    },
  },
  {
    kind: 'a page with data and revalidate',
    path: '/kurse',
    says: {
      picture: 'courses.png',
      title: `Kurse | Müller & Söhne "D'r <Hof>"`,
      description:
        'Was wir an der Werkbank unterrichten, und wann noch ein Platz frei ist. Alle fünf Minuten von neuem gezählt.',
      heading: 'Kurse',
      script: '/assets/courses-HASH.js',
      inBody: [pageData],
    },
  },
  {
    kind: 'a page with data of a path with params',
    path: '/stellen/tischlerin',
    says: {
      picture: 'job.png',
      alternates: inFrench('/stellen/tischlerin', '/fr/emplois/tischlerin'),
      translations: 'fr:/fr/emplois/tischlerin',
      title: `Tischlerin | Müller & Söhne "D'r <Hof>"`,
      description:
        'Tischlerin: eine Stelle in unserer Werkstatt in Köln, auch in Teilzeit und von zu Hause aus.',
      heading: 'Tischlerin',
      script: '/assets/job-HASH.js',
      jsonLd: true,
      inBody: [pageData],
    },
  },
  {
    kind: "a page with hydrate: 'never'",
    path: '/anfrage/gesendet',
    says: {
      picture: 'sent.png',
      title: `Vielen Dank | Müller & Söhne "D'r <Hof>"`,
      description:
        'Ihre Nachricht ist bei uns in der Werkstatt angekommen. Wir antworten in zwei Werktagen, oder noch heute.',
      heading: 'Vielen Dank',
      noindex: true,
      inBody: [{ type: 'application/ld+json' }],
    },
  },
]

const missing = {
  title: `Seite nicht gefunden | Müller & Söhne "D'r <Hof>"`,
  description: 'Unter dieser Adresse gibt es keine Seite.',
  heading: 'Seite nicht gefunden',
  script: '/assets/not-found-HASH.js',
}

/** The page of a 500 and of a 503: without our script, which may be what failed. */
const failed = {
  title: `Etwas ging schief | Müller & Söhne "D'r <Hof>"`,
  description: 'Die Seite konnte nicht angezeigt werden. Der Fehler liegt bei uns.',
  heading: 'Etwas ging schief',
}

/** At /lager is a page with data, which cannot be rendered where its source is away. */
const FAILING = '/lager'

// dist.test.ts compares those that are prerendered with these, byte for byte.
test.each(pages)('GET $path, $kind', async ({ path, says }) => {
  const { text } = await live.get(path).expect(200).expect('Content-Type', HTML)
  expect(text).toMatch(/^<!DOCTYPE html><html lang="de".*<\/html>$/s)
  expect(described(text), HEAD_CHANGED).toEqual(said({ path, ...says }))
})

describe.each(modes)('$mode', ({ agent }) => {
  test('GET /nichts, a path without a page, is a 404', async () => {
    const { text } = await agent.get('/nichts').expect(404).expect('Content-Type', HTML)
    expect(described(text), HEAD_CHANGED).toEqual(said(missing))
  })

  test('GET /lager, a page with data whose source is away, is a 500 without our script', async () => {
    const { text } = await agent.get(FAILING).expect(500).expect('Content-Type', HTML)
    expect(described(text), HEAD_CHANGED).toEqual(said(failed))
  })

  test('POST /anfrage, a form with a mistake, is a 422 with the page of the form', async () => {
    const { text } = await agent
      .post('/anfrage')
      .set('Sec-Fetch-Site', 'same-origin')
      .type('form')
      .send({ name: 'Ada', email: 'ada', message: 'Guten Tag' })
      .expect(422)
      .expect('Content-Type', HTML)
    expect(described(text), HEAD_CHANGED).toEqual(
      said({
        path: '/anfrage',
        picture: 'enquiry.png',
        own: [{ tag: 'meta', name: 'referrer', content: 'same-origin' }],
        title: `Ihr Vorhaben | Müller & Söhne "D'r <Hof>"`,
        description:
          'Sagen Sie uns in wenigen Worten, was wir für Sie bauen sollen. Wir antworten in zwei Werktagen.',
        heading: 'Ihr Vorhaben',
        script: '/assets/enquiry-HASH.js',
        inBody: [pageData],
      }),
    )
    const form = documentOf(text).querySelector('main form')
    expect(form?.querySelector('[name=email]')?.getAttribute('value')).toBe('ada')
    expect(form?.querySelector('#email-problem')?.textContent).toBe('Bitte prüfen Sie die Adresse.')
    expect(form?.querySelectorAll('[aria-invalid=true]')).toHaveLength(1)
  })
})

test.each([
  { path: '/blog/erster-beitrag', to: '/blog', words: 'Werkstattblog' },
  { path: '/angebot/abnahme', to: '/angebot', words: 'Dienstleistungsangebot' },
  { path: '/impressum', to: '/', words: `Müller & Söhne "D'r <Hof>"` },
  { path: '/fr/mentions', to: '/fr', words: `Müller & Söhne "D'r <Hof>"` },
])('$path ends with a link to $to', async ({ path, to, words }) => {
  const { text } = await live.get(path).expect(200)
  const last = [...documentOf(text).querySelectorAll('main a')].at(-1)
  expect({ to: last?.getAttribute('href'), words: last?.textContent }).toEqual({ to, words })
})

/** Responds with the 503 page: to the one of so many visits of /stellen that finds no slot while the source hangs. */
async function askBusyPage(): Promise<Reply> {
  const VISITS = 65
  const all = Promise.withResolvers<void>()
  vi.stubGlobal('sources', { jobs: () => new Promise(() => {}) })
  await using server = await listen(await siteOf())
  let come = 0
  server.server.on('request', () => {
    come++
    if (come === VISITS) all.resolve()
  })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const visits = await askAtOnce(Array(VISITS).fill(`${server.url}/stellen`))
  for (const visit of visits) visit.catch(() => {}) // They end with the server.
  await all.promise
  vi.advanceTimersByTime(1000)
  return await Promise.race(visits)
}

test('GET /stellen, for which no load is free, is a 503 without our script', async () => {
  const { status, headers, body } = await askBusyPage()
  expect({ status, ...sentIn(headers) }, HEADERS_CHANGED).toEqual({
    status: 503,
    ...ofEach,
    ...ofDocument,
    'content-type': HTML,
    'cache-control': 'no-store',
    'content-length': expect.stringMatching(/^\d+$/),
    'retry-after': '1',
    vary: 'Accept-Encoding',
  })
  const html = String(body)
  expect(described(html), HEAD_CHANGED).toEqual(said(failed))
  expect(blockedIn({ document: documentOf(html), headers })).toEqual([])
})

test('a title is the same words everywhere, whatever is in it', async () => {
  const title = 'Tipps & "Tricks" zu <b>'
  const whole = `${title} | Müller & Söhne "D'r <Hof>"`
  const path = '/blog/erster-beitrag'
  const { text } = await live.get(path).expect(200)
  const post = documentOf(text)
  const { text: index } = await live.get('/blog').expect(200)
  const data = post.querySelector('script[type="application/ld+json"]')?.textContent ?? ''
  expect({
    title: post.title,
    heading: post.querySelector('h1')?.textContent,
    preview: post.querySelector('meta[property="og:title"]')?.getAttribute('content'),
    picture: post.querySelector('meta[property="og:image:alt"]')?.getAttribute('content'),
    headline: JSON.parse(data)['@graph'][0].headline,
    index: documentOf(index).querySelector(`main a[href="${path}"]`)?.textContent,
  }).toEqual({
    title: whole,
    heading: title,
    preview: whole,
    picture: `Müller & Söhne "D'r <Hof>": ${title}`,
    headline: title,
    index: title,
  })
})

describe('a site with another SITE_ORIGIN', () => {
  const addresses = ['/', '/blog/hof-im-schnee', '/in-english', '/stellen', '/kurse']
  test.each([...addresses, '/robots.txt', '/sitemap.xml', '/blog/feed.xml'])(
    'names it alone in %s',
    async path => {
      const site = supertest(await siteOf({ origin: 'https://two.example' }))
      const { text } = await site.get(path).expect(200)
      const origins = text.match(/https:\/\/(two|mueller-u-soehne)\.example/g)
      expect([...new Set(origins)]).toEqual(['https://two.example'])
    },
  )

  test.each(['/stellen', '/kurse'])('gives it to the loader of %s', async path => {
    const asked: string[] = []
    const source = ({ origin }: URL) => [`Nr. ${asked.push(origin)}`]
    vi.stubGlobal('sources', { jobs: source, courses: source })
    await supertest(await siteOf({ origin: 'https://two.example' }))
      .get(path)
      .expect(200)
    expect(asked).toEqual(['https://two.example'])
  })
})

test.each(['/', '/why-react', '/stellen/tischlerin', '/nichts'])(
  'every script that %s tells its loader to fetch is there',
  async path => {
    const [script] = documentOf((await live.get(path)).text).querySelectorAll<HTMLScriptElement>(
      'script[data-page]',
    )
    const files = script?.dataset.page?.split(' ') ?? []
    expect(files).not.toEqual([])
    for (const file of files)
      await live
        .get(file)
        .expect(200)
        .expect('Content-Type', /^text\/javascript/)
  },
)

test('a page whose id is notFound does not lend its script to the page of a 404', async () => {
  const pageScripts = { ...manifest.pageScripts, notFound: ['/assets/mine.js'] }
  const site = supertest(await siteOf({ manifest: { ...manifest, pageScripts } }))
  const script = documentOf((await site.get('/nichts').expect(404)).text).querySelector('script[data-page]')
  expect(script?.getAttribute('data-page')).toMatch(/^\/assets\/not-found-\w+\.js$/)
})

test('a page tells its loader of each of its scripts, where it shares a part with another page', async () => {
  const home = ['/assets/home.js', '/assets/part.js']
  const pageScripts = { ...manifest.pageScripts, home }
  const site = supertest(await siteOf({ manifest: { ...manifest, pageScripts } }))
  const script = documentOf((await site.get('/').expect(200)).text).querySelector('script[data-page]')
  expect(script?.getAttribute('data-page')).toBe('/assets/home.js /assets/part.js')
})
