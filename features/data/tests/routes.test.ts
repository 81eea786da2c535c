// The HTML of each kind of page with data, live and prerendered: server/html/routes has the rest.
import supertest from 'supertest'
import { describe, expect, test, vi } from 'vitest'
import { blockedIn } from '../../../tests/support/blocked.ts'
import { documentOf } from '../../../tests/support/document-of.ts'
import {
  described,
  expectedHead,
  failed,
  HEAD_CHANGED,
  HTML,
  pageData,
} from '../../../tests/support/expected-heads.ts'
import { listen, siteOf } from '../../../tests/support/fixture-site.ts'
import { type Reply, requestAtOnce } from '../../../tests/support/http.ts'
import { HEADERS_CHANGED, ofDocument, ofEach, sentIn } from '../../../tests/support/sent-headers.ts'

const live = supertest(await siteOf())
const prerendered = supertest(await siteOf({ serve: 'static' }))
const modes = [
  { mode: 'live', agent: live },
  { mode: 'prerendered', agent: prerendered },
]

const pages = [
  {
    kind: 'a page with data',
    path: '/stellen',
    says: {
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
      title: `Kurse | Müller & Söhne "D'r <Hof>"`,
      description:
        'Was wir an der Werkbank unterrichten, und wann noch ein Platz frei ist. Alle fünf Minuten von neuem gezählt.',
      heading: 'Kurse',
      script: '/assets/courses-HASH.js /assets/chunk-HASH.js',
      inBody: [pageData],
    },
  },
  {
    kind: 'a page with data and params',
    path: '/stellen/tischlerin',
    says: {
      title: `Tischlerin | Müller & Söhne "D'r <Hof>"`,
      description:
        'Tischlerin: eine Stelle in unserer Werkstatt in Köln, auch in Teilzeit und von zu Hause aus.',
      heading: 'Tischlerin',
      script: '/assets/job-HASH.js',
      inBody: [pageData],
    },
  },
]

test.each(pages)('GET $path, $kind', async ({ path, says }) => {
  const { text } = await live.get(path).expect(200).expect('Content-Type', HTML)
  expect(text).toMatch(/^<!DOCTYPE html><html lang="de".*<\/html>$/s)
  expect(described(text), HEAD_CHANGED).toEqual(expectedHead({ path, ...says }))
})

describe.each(modes)('$mode', ({ agent }) => {
  test('GET /lager, a page with data whose source is down, is a 500 without the engine’s script', async () => {
    const { text } = await agent.get('/lager').expect(500).expect('Content-Type', HTML)
    expect(described(text), HEAD_CHANGED).toEqual(expectedHead(failed))
  })

  test('POST /anfrage, a form with a mistake, is a 422 with the form’s page', async () => {
    const { text } = await agent
      .post('/anfrage')
      .set('Sec-Fetch-Site', 'same-origin')
      .type('form')
      .send({ name: 'Ada', email: 'ada', message: 'Guten Tag' })
      .expect(422)
      .expect('Content-Type', HTML)
    expect(described(text), HEAD_CHANGED).toEqual(
      expectedHead({
        path: '/anfrage',
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

/** Resolves to the 503 that one of 65 visits to /stellen gets, because it finds no free slot while the source hangs. */
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
  const visits = await requestAtOnce(Array(VISITS).fill(`${server.url}/stellen`))
  for (const visit of visits) visit.catch(() => {}) // They end with the server.
  await all.promise
  vi.advanceTimersByTime(1000)
  return await Promise.race(visits)
}

test('GET /stellen without a free load is a 503 without the engine’s script', async () => {
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
  expect(described(html), HEAD_CHANGED).toEqual(expectedHead(failed))
  expect(blockedIn({ document: documentOf(html), headers })).toEqual([])
})

describe('a site with another SITE_ORIGIN', () => {
  test.each(['/stellen', '/kurse'])('names no other origin in %s', async path => {
    const site = supertest(await siteOf({ origin: 'https://two.example' }))
    const { text } = await site.get(path).expect(200)
    const origins = text.match(/https:\/\/(two|mueller-u-soehne)\.example/g)
    expect([...new Set(origins)]).toEqual(['https://two.example'])
  })

  test.each(['/stellen', '/kurse'])('passes it to the loader of %s', async path => {
    const origins: string[] = []
    const source = ({ origin }: URL) => [`Nr. ${origins.push(origin)}`]
    vi.stubGlobal('sources', { jobs: source, courses: source })
    await supertest(await siteOf({ origin: 'https://two.example' }))
      .get(path)
      .expect(200)
    expect(origins).toEqual(['https://two.example'])
  })
})

test('every script that /stellen/tischlerin lists for its loader exists', async () => {
  const document = documentOf((await live.get('/stellen/tischlerin')).text)
  const files = document.querySelector<HTMLScriptElement>('script[data-page]')?.dataset.page?.split(' ') ?? []
  expect(files).not.toEqual([])
  for (const file of files)
    await live
      .get(file)
      .expect(200)
      .expect('Content-Type', /^text\/javascript/)
})
