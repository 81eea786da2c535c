// The tags for search engines in the head of a page: its languages (hreflang), and JSON-LD (https://schema.org).
import supertest from 'supertest'
import { describe, expect, test } from 'vitest'
import { listen, siteOf } from '../../../tests/support/fixture-site.ts'
import { request } from '../../../tests/support/http.ts'
import { siteOfValues as siteOfPages, type ValuePage } from '../../../tests/support/value-site.tsx'
import { seo } from '../server.ts'
import { graphIn, linksIn, SITE } from './support/parse.ts'

const siteOfValues = (pages: Record<string, ValuePage>) => siteOfPages(pages, { features: [seo] })
const live = supertest(await siteOf())

test.each(['/kontakt', '/anfrage/gesendet', '/nichts'])('%s has neither hreflang nor JSON-LD', async path => {
  const { text } = await live.get(path)
  expect({ links: linksIn(text), graph: graphIn(text) }).toEqual({ links: [], graph: null })
})

describe('JSON-LD', () => {
  const organization = {
    '@type': 'Organization',
    '@id': `${SITE}/#organization`,
    name: `Müller & Söhne "D'r <Hof>"`,
    url: `${SITE}/`,
  }

  test('of the home page describes the company and the site', async () => {
    expect(graphIn((await live.get('/').expect(200)).text)).toMatchObject({
      '@context': 'https://schema.org',
      '@graph': [
        {
          ...organization,
          description: 'Müller & Söhne aus Köln bauen seit 1974 Warenwirtschaft, die zu Ihrem Lager passt.',
          email: 'warenwirtschaft@mueller-u-soehne.example',
          legalName: 'Müller & Söhne Warenwirtschaft GmbH & Co. KG',
          address: 'Hof 1, 50667 Köln',
        },
        {
          '@type': 'WebSite',
          name: `Müller & Söhne "D'r <Hof>"`,
          url: `${SITE}/`,
          inLanguage: 'de',
          publisher: organization,
        },
      ],
    })
  })

  test('of a page comes from its route', async () => {
    const course = { path: '/course', jsonLd: { '@type': 'Course', name: 'Walls' } } as const
    await using server = await listen(await siteOfValues({ home: { path: '/' }, course }))
    expect(graphIn((await request(`${server.url}/course`)).body)).toEqual({
      '@context': 'https://schema.org',
      '@graph': [{ '@type': 'Course', name: 'Walls' }],
    })
  })

  test('of a post has the canonical address of its route', async () => {
    const canonical = 'https://other.example/note'
    const note = { path: '/note', canonical, date: '2026-11-21', isArticle: true } as const
    await using server = await listen(await siteOfValues({ home: { path: '/' }, note }))
    expect(graphIn((await request(`${server.url}/note`)).body)).toMatchObject({
      '@graph': [{ '@type': 'BlogPosting', mainEntityOfPage: canonical }],
    })
  })

  test('can’t be closed by a </script> in a text of the site', async () => {
    const title = '</script><b onclick="x">&'
    const note = { path: '/note', title, date: '2026-01-15', isArticle: true } as const
    await using server = await listen(await siteOfValues({ home: { path: '/' }, note }))
    const { body } = await request(`${server.url}/note`)
    expect(String(body)).not.toMatch(/<b |onclick="x"/)
    expect(graphIn(body)).toMatchObject({ '@graph': [{ headline: title }] })
  })
})
