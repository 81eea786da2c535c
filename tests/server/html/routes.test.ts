// The HTML of one route of each kind: its head and its scripts. The texts come from tests/fixture/. csp.test.ts covers the policy,
// speculation-rules.test.ts prefetching.
import supertest from 'supertest'
import { describe, expect, test } from 'vitest'
import { documentOf } from '../../support/document-of.ts'
import { described, expectedHead, failed, HEAD_CHANGED, HTML } from '../../support/expected-heads.ts'
import { manifest, siteOf } from '../../support/fixture-site.ts'

globalThis.isBroken = true

const live = supertest(await siteOf())

const pages = [
  {
    kind: 'the home page',
    path: '/',
    says: {
      title: `Müller & Söhne "D'r <Hof>": Warenwirtschaft nach Maß`,
      description: 'Müller & Söhne aus Köln bauen seit 1974 Warenwirtschaft, die zu Ihrem Lager passt.',
      heading: 'Maßgeschneiderte Warenwirtschaftslösungen',
      script: '/assets/home-HASH.js',
    },
  },
  {
    kind: "a page with hydrate: 'never'",
    path: '/anfrage/gesendet',
    says: {
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

// dist.test.ts compares the prerendered pages with these, byte for byte.
test.each(pages)('GET $path, $kind', async ({ path, says }) => {
  const { text } = await live.get(path).expect(200).expect('Content-Type', HTML)
  expect(text).toMatch(/^<!DOCTYPE html><html lang="de".*<\/html>$/s)
  expect(described(text), HEAD_CHANGED).toEqual(expectedHead({ path, ...says }))
})

test('GET /nichts, a missing page, is a 404', async () => {
  const { text } = await live.get('/nichts').expect(404).expect('Content-Type', HTML)
  expect(described(text), HEAD_CHANGED).toEqual(expectedHead(missing))
})

test('GET /defekt, a page that fails, is a 500 without the engine’s script', async () => {
  const { text } = await live.get('/defekt').expect(500).expect('Content-Type', HTML)
  expect(described(text), HEAD_CHANGED).toEqual(expectedHead(failed))
})

describe('a site with another SITE_ORIGIN', () => {
  test.each(['/', '/in-english'])('names no other origin in %s', async path => {
    const site = supertest(await siteOf({ origin: 'https://two.example' }))
    const { text } = await site.get(path).expect(200)
    const origins = text.match(/https:\/\/(two|mueller-u-soehne)\.example/g)
    expect([...new Set(origins)]).toEqual(['https://two.example'])
  })
})

test.each(['/stimmen', '/nichts'])('every script that %s lists for its loader exists', async path => {
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
})

test('a page with the id notFound doesn’t replace the 404 page’s script', async () => {
  const pageScripts = { ...manifest.pageScripts, notFound: ['/assets/mine.js'] }
  const site = supertest(await siteOf({ manifest: { ...manifest, pageScripts } }))
  const script = documentOf((await site.get('/nichts').expect(404)).text).querySelector('script[data-page]')
  expect(script?.getAttribute('data-page')).toMatch(/^\/assets\/not-found-\w+\.js$/)
})

test('a page lists all of its scripts for its loader, shared ones too', async () => {
  const home = ['/assets/home.js', '/assets/part.js']
  const pageScripts = { ...manifest.pageScripts, home }
  const site = supertest(await siteOf({ manifest: { ...manifest, pageScripts } }))
  const script = documentOf((await site.get('/').expect(200)).text).querySelector('script[data-page]')
  expect(script?.getAttribute('data-page')).toBe('/assets/home.js /assets/part.js')
})
