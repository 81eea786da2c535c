// The HTML of one route of each kind, live and prerendered: what its head says, and which scripts it has. The words are
// those of tests/fixture/. csp.test.ts has its policy, speculation-rules.test.ts what is prefetched.
import { JSDOM } from 'jsdom'
import supertest, { type Response } from 'supertest'
import { describe, expect, test, vi } from 'vitest'
import { askAtOnce } from '../support/ask.ts'
import { blockedIn } from '../support/blocked.ts'
import { listen, manifest, origin, siteOf } from '../support/fixture-site.ts'

const live = supertest(await siteOf())
const prerendered = supertest(await siteOf({ serve: 'static' }))
const modes = [
  { mode: 'live', agent: live },
  { mode: 'prerendered', agent: prerendered },
]

const HTML = 'text/html; charset=utf-8'

const parse = (html: string) => new JSDOM(html, { url: origin }).window.document

/** What a page says of itself to browsers and search engines, and its first heading. */
function described(html: string) {
  const document = parse(html)
  const attribute = (selector: string, name: string) =>
    document.querySelector(selector)?.getAttribute(name) ?? null
  const all = <E extends Element>(selector: string) => [...document.querySelectorAll<E>(selector)]
  const feed = document.querySelector('link[rel=alternate][type="application/atom+xml"]')
  return {
    lang: document.documentElement.lang,
    charset: attribute('meta[charset]', 'charset'),
    viewport: attribute('meta[name=viewport]', 'content'),
    title: document.title,
    description: attribute('meta[name=description]', 'content'),
    canonical: attribute('link[rel=canonical]', 'href'),
    robots: attribute('meta[name=robots]', 'content'),
    icon: attribute('link[rel=icon]', 'href'),
    touchIcon: attribute('link[rel=apple-touch-icon]', 'href'),
    themeColors: all('meta[name=theme-color]').map(
      meta => `${meta.getAttribute('media')}: ${meta.getAttribute('content')}`,
    ),
    feed: feed && `${feed.getAttribute('title')}: ${feed.getAttribute('href')}`,
    scripts: all<HTMLScriptElement>('script').map(nameOf),
    styles: all('style, link[rel=stylesheet]').map(({ localName }) => localName),
    headings: all('h1').map(({ textContent }) => textContent),
  }
}

/** The address of a script, its type with its id, or the file of the page that it loads, in which HASH stands for the hash. */
function nameOf(script: HTMLScriptElement): string {
  const [file] = script.dataset.page?.split(' ') ?? []
  if (file !== undefined) return `the loader of ${file.replace(/-[A-Z0-9]{8}\.js$/, '-HASH.js')}`
  const type = script.id ? `${script.type} ${script.id}` : script.type
  return script.getAttribute('src') ?? type
}

/** What every page of the fixture says. The script is that of a service that counts visits. */
const everyPage = {
  lang: 'de',
  charset: 'utf-8',
  viewport: 'width=device-width, initial-scale=1',
  icon: '/favicon.svg',
  touchIcon: '/apple-touch-icon.png',
  themeColors: ['(prefers-color-scheme: light): #fbf9f0', '(prefers-color-scheme: dark): #081410'],
  feed: null,
  scripts: ['speculationrules', '/zaehler.js'],
  styles: ['style'],
}

const pages = [
  {
    kind: 'the home page',
    path: '/',
    says: {
      title: `Müller & Söhne "D'r <Hof>": Warenwirtschaft nach Maß`,
      description: 'Müller & Söhne aus Köln bauen seit 1974 Warenwirtschaft, die zu Ihrem Lager passt.',
      canonical: 'https://mueller-u-soehne.example/',
      headings: ['Maßgeschneiderte Warenwirtschaftslösungen'],
      scripts: [...everyPage.scripts, 'the loader of /assets/home-HASH.js', 'application/ld+json'],
    },
  },
  {
    kind: 'a client page',
    path: '/leistungen',
    says: {
      title: `Leistungen | Müller & Söhne "D'r <Hof>"`,
      description:
        'Was wir tun, in welcher Reihenfolge, und was es kostet: von der Bestandsaufnahme bis zur Übergabe.',
      canonical: 'https://mueller-u-soehne.example/leistungen',
      headings: ['Leistungen'],
      scripts: [...everyPage.scripts, 'the loader of /assets/services-HASH.js'],
    },
  },
  {
    kind: 'a Markdown page',
    path: '/impressum',
    says: {
      title: `Impressum | Müller & Söhne "D'r <Hof>"`,
      description: 'Wer diese Seiten verantwortet, und wie Sie uns in Köln erreichen, auch am Samstagabend.',
      canonical: 'https://mueller-u-soehne.example/impressum',
      headings: ['Impressum'],
    },
  },
  {
    kind: 'the index of a blog',
    path: '/blog',
    says: {
      title: `Aus der Werkstatt | Müller & Söhne "D'r <Hof>"`,
      description:
        'Was wir in der Werkstatt lernen, und was Ihnen davon nützt. Ungefähr ein Mal im Monat ein kurzer Text.',
      canonical: 'https://mueller-u-soehne.example/blog',
      headings: ['Aus der Werkstatt'],
      feed: 'Aus der Werkstatt: /blog/feed.xml',
    },
  },
  {
    kind: 'a post of a blog',
    path: '/blog/hof-im-schnee',
    says: {
      title: `Der Hof im Schnee: ein Bericht | Müller & Söhne "D'r <Hof>"`,
      description:
        'Wie wir im Winter ein Lager umgezogen haben, ohne dass ein einziges Paket einen Tag zu spät kam.',
      canonical: 'https://mueller-u-soehne.example/blog/hof-im-schnee',
      headings: ['Der Hof im Schnee: ein Bericht'],
      feed: 'Aus der Werkstatt: /blog/feed.xml',
      scripts: [...everyPage.scripts, 'application/ld+json'],
    },
  },
  {
    kind: 'a page with data',
    path: '/stellen',
    says: {
      title: `Stellen | Müller & Söhne "D'r <Hof>"`,
      description:
        'Welche Stellen bei uns offen sind und wo. Jede von ihnen gibt es auch in Teilzeit und von zu Hause.',
      canonical: 'https://mueller-u-soehne.example/stellen',
      headings: ['Stellen überall'],
      scripts: [...everyPage.scripts, 'the loader of /assets/jobs-HASH.js', 'application/json page-data'],
    },
  },
  {
    kind: 'a page with data and revalidate',
    path: '/kurse',
    says: {
      title: `Kurse | Müller & Söhne "D'r <Hof>"`,
      description:
        'Was wir an der Werkbank unterrichten, und wann noch ein Platz frei ist. Alle fünf Minuten von neuem gezählt.',
      canonical: 'https://mueller-u-soehne.example/kurse',
      headings: ['Kurse'],
      scripts: [...everyPage.scripts, 'the loader of /assets/courses-HASH.js', 'application/json page-data'],
    },
  },
  {
    kind: 'a page with data of a path with parts',
    path: '/stellen/tischlerin',
    says: {
      title: `Tischlerin | Müller & Söhne "D'r <Hof>"`,
      description:
        'Tischlerin: eine Stelle in unserer Werkstatt in Köln, auch in Teilzeit und von zu Hause aus.',
      canonical: 'https://mueller-u-soehne.example/stellen/tischlerin',
      headings: ['Tischlerin'],
      scripts: [...everyPage.scripts, 'the loader of /assets/job-HASH.js', 'application/json page-data'],
    },
  },
  {
    kind: 'a page with script: false',
    path: '/anfrage/gesendet',
    says: {
      title: `Vielen Dank | Müller & Söhne "D'r <Hof>"`,
      description:
        'Ihre Nachricht ist bei uns in der Werkstatt angekommen. Wir antworten in zwei Werktagen, oder noch heute.',
      canonical: 'https://mueller-u-soehne.example/anfrage/gesendet',
      headings: ['Vielen Dank'],
      scripts: [...everyPage.scripts, 'application/ld+json'],
    },
  },
]

const missing = {
  ...everyPage,
  title: `Seite nicht gefunden | Müller & Söhne "D'r <Hof>"`,
  description: 'Unter dieser Adresse gibt es keine Seite.',
  canonical: null,
  robots: 'noindex',
  headings: ['Seite nicht gefunden'],
  scripts: [...everyPage.scripts, 'the loader of /assets/not-found-HASH.js'],
}

/** The page of a 500 and of a 503: without our script, which may be what failed. */
const failed = {
  ...everyPage,
  title: `Etwas ging schief | Müller & Söhne "D'r <Hof>"`,
  description: 'Die Seite konnte nicht angezeigt werden. Der Fehler liegt bei uns.',
  canonical: null,
  robots: 'noindex',
  headings: ['Etwas ging schief'],
}

/** At /lager is a page with data, which cannot be rendered where its source is away. */
const FAILING = '/lager'

describe.each(modes)('$mode', ({ agent }) => {
  test.each(pages)('GET $path, $kind', async ({ path, says }) => {
    const { text } = await agent.get(path).expect(200).expect('Content-Type', HTML)
    expect(text).toMatch(/^<!DOCTYPE html><html lang="de".*<\/html>$/s)
    expect(described(text)).toEqual({ ...everyPage, robots: null, ...says })
  })

  test('GET /nichts, a path without a page, is a 404', async () => {
    const { text } = await agent.get('/nichts').expect(404).expect('Content-Type', HTML)
    expect(described(text)).toEqual(missing)
  })

  test('GET /lager, a page with data whose source is away, is a 500 without our script', async () => {
    const { text } = await agent.get(FAILING).expect(500).expect('Content-Type', HTML)
    expect(described(text)).toEqual(failed)
  })

  test('POST /anfrage, a form with a mistake, is a 422 with the page of the form', async () => {
    const { text } = await agent
      .post('/anfrage')
      .set('Sec-Fetch-Site', 'same-origin')
      .type('form')
      .send({ name: 'Ada', email: 'ada', message: 'Guten Tag' })
      .expect(422)
      .expect('Content-Type', HTML)
    expect(described(text)).toEqual({
      ...everyPage,
      title: `Ihr Vorhaben | Müller & Söhne "D'r <Hof>"`,
      description:
        'Sagen Sie uns in wenigen Worten, was wir für Sie bauen sollen. Wir antworten in zwei Werktagen.',
      canonical: 'https://mueller-u-soehne.example/anfrage',
      robots: null,
      headings: ['Ihr Vorhaben'],
      scripts: [...everyPage.scripts, 'the loader of /assets/enquiry-HASH.js', 'application/json page-data'],
    })
    const form = parse(text).querySelector('main form')
    expect(form?.querySelector('[name=email]')?.getAttribute('value')).toBe('ada')
    expect(form?.querySelector('#email-problem')?.textContent).toBe('Bitte prüfen Sie die Adresse.')
    expect(form?.querySelectorAll('[aria-invalid=true]')).toHaveLength(1)
  })

  test.each([
    { path: '/blog/erster-beitrag', to: '/blog', words: 'Werkstattblog' },
    { path: '/angebot/abnahme', to: '/angebot', words: 'Dienstleistungsangebot' },
    { path: '/impressum', to: '/', words: `Müller & Söhne "D'r <Hof>"` },
  ])('$path ends with a link to $to', async ({ path, to, words }) => {
    const { text } = await agent.get(path).expect(200)
    const last = [...parse(text).querySelectorAll('main a')].at(-1)
    expect({ to: last?.getAttribute('href'), words: last?.textContent }).toEqual({ to, words })
  })
})

/** Responds with the 503 page: a hundred requests have waited for more than a second for the source of /stellen. */
async function askBusyPage(): Promise<Response> {
  const all = Promise.withResolvers<void>()
  let asked = 0
  const jobs = () => {
    asked++
    if (asked === 100) all.resolve()
    return new Promise(() => {})
  }
  vi.stubGlobal('sources', { jobs })
  await using server = await listen(await siteOf())
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  for (const visit of await askAtOnce(Array(100).fill(`${server.url}/stellen`))) visit.catch(() => {}) // They end with the server.
  await all.promise
  vi.advanceTimersByTime(1000)
  return await supertest(server.url).get('/stellen').expect(503).expect('Content-Type', HTML)
}

test('GET /stellen, for which a hundred have waited long, is a 503 without our script', async () => {
  const response = await askBusyPage()
  expect(response.headers).toMatchObject({ 'retry-after': '1', 'cache-control': 'no-store' })
  expect(described(response.text)).toEqual(failed)
  expect(blockedIn({ document: parse(response.text), headers: response.headers })).toEqual([])
})

test('a title is the same words everywhere, whatever is in it', async () => {
  const title = 'Tipps & "Tricks" zu <b>'
  const whole = `${title} | Müller & Söhne "D'r <Hof>"`
  const path = '/blog/erster-beitrag'
  const { text } = await live.get(path).expect(200)
  const post = parse(text)
  const { text: index } = await live.get('/blog').expect(200)
  const data = post.querySelector('script[type="application/ld+json"]')?.textContent ?? ''
  expect({
    title: post.title,
    heading: post.querySelector('h1')?.textContent,
    preview: post.querySelector('meta[property="og:title"]')?.getAttribute('content'),
    picture: post.querySelector('meta[property="og:image:alt"]')?.getAttribute('content'),
    headline: JSON.parse(data)['@graph'][0].headline,
    index: parse(index).querySelector(`main a[href="${path}"]`)?.textContent,
  }).toEqual({
    title: whole,
    heading: title,
    preview: whole,
    picture: `Müller & Söhne "D'r <Hof>": ${title}`,
    headline: title,
    index: title,
  })
})

test('a page names its icons with their types', async () => {
  const { text } = await live.get('/').expect(200)
  const icons = parse(text).querySelectorAll('link[rel=icon], link[rel=apple-touch-icon]')
  const named = [...icons].map(icon => ({
    rel: icon.getAttribute('rel'),
    href: icon.getAttribute('href'),
    type: icon.getAttribute('type'),
  }))
  expect(named).toEqual([
    { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
    { rel: 'apple-touch-icon', href: '/apple-touch-icon.png', type: null },
  ])
})

test('a page tells the browser the public origin of the site and the version of its build', async () => {
  const document = parse((await live.get('/').expect(200)).text)
  const { version } = document.querySelector<HTMLScriptElement>('script[data-page]')?.dataset ?? {}
  expect({ origin: document.documentElement.dataset.origin, version }).toEqual({
    origin: 'https://mueller-u-soehne.example',
    version: manifest.version,
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
    const [script] = parse((await live.get(path)).text).querySelectorAll<HTMLScriptElement>(
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

test('a page tells its loader of each of its scripts, where it shares a part with another page', async () => {
  const home = ['/assets/home.js', '/assets/part.js']
  const pageScripts = { ...manifest.pageScripts, home }
  const site = supertest(await siteOf({ manifest: { ...manifest, pageScripts } }))
  const script = parse((await site.get('/').expect(200)).text).querySelector('script[data-page]')
  expect(script?.getAttribute('data-page')).toBe('/assets/home.js /assets/part.js')
})
