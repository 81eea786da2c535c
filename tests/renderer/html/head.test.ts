// What the head of a page says to search engines and messengers: titles, link previews (https://ogp.me), linked data
// (https://schema.org). routes.test.ts has every tag of it; here are the values, and that no text ends a tag.
import { join } from 'node:path'
import supertest from 'supertest'
import { describe, expect, test } from 'vitest'
import { createServerHead } from '../../../server/describe/server-head.ts'
import { readFiles } from '../../../server/http/files.ts'
import { headOf } from '../../../shared/page-head.ts'
import type { Row } from '../../../shared/page-table.ts'
import { titleOf } from '../../../shared/titles.ts'
import { ask } from '../../support/ask.ts'
import { documentOf } from '../../support/document-of.ts'
import { build, facts, listen, manifest, origin, siteOf, table } from '../../support/fixture-site.ts'
import { siteOfValues } from '../../support/value-site.tsx'

const live = supertest(await siteOf())
const SITE = 'https://mueller-u-soehne.example'

test.each([
  { what: 'a page', path: '/team', own: 'Team', title: 'Team | Firm & Co' },
  { what: 'an error page', path: undefined, own: 'Not found', title: 'Not found | Firm & Co' },
  { what: 'the home page', path: '/', own: 'Walls', title: 'Firm & Co: Walls' },
  { what: 'a page', path: '/team', own: 'x'.repeat(48), title: `${'x'.repeat(48)} | Firm & Co` },
  { what: 'a page with a longer one', path: '/team', own: 'x'.repeat(49), title: 'x'.repeat(49) },
  { what: 'the home page', path: '/', own: 'x'.repeat(49), title: `Firm & Co: ${'x'.repeat(49)}` },
  { what: 'the home page with a longer one', path: '/', own: 'x'.repeat(50), title: 'x'.repeat(50) },
])(
  'the title of $what is $title: with the company, where 60 characters are enough',
  ({ path, own, title }) => {
    expect(titleOf({ name: 'Firm & Co' }, own, path === '/')).toBe(title)
  },
)

describe('linked data', () => {
  const organization = {
    '@type': 'Organization',
    '@id': `${SITE}/#organization`,
    name: `Müller & Söhne "D'r <Hof>"`,
    url: `${SITE}/`,
  }
  async function linkedDataOf(path: string) {
    const { text } = await live.get(path).expect(200)
    const script = documentOf(text).querySelector('head script[type="application/ld+json"]')
    return JSON.parse(script?.textContent ?? 'null')
  }

  test('of the home page describes the company and the site', async () => {
    expect(await linkedDataOf('/')).toEqual({
      '@context': 'https://schema.org',
      '@graph': [
        {
          ...organization,
          description: 'Müller & Söhne aus Köln bauen seit 1974 Warenwirtschaft, die zu Ihrem Lager passt.',
          email: 'warenwirtschaft@mueller-u-soehne.example',
          legalName: 'Müller & Söhne Warenwirtschaft GmbH & Co. KG',
          address: 'Hof 1, 50667 Köln',
          logo: `${SITE}/apple-touch-icon.png`,
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

  test('of a post describes it, with its day, its author and its picture', async () => {
    expect(await linkedDataOf('/blog/hof-im-schnee')).toEqual({
      '@context': 'https://schema.org',
      '@graph': [
        {
          '@type': 'BlogPosting',
          headline: 'Der Hof im Schnee: ein Bericht',
          description:
            'Wie wir im Winter ein Lager umgezogen haben, ohne dass ein einziges Paket einen Tag zu spät kam.',
          datePublished: '2026-01-15',
          mainEntityOfPage: `${SITE}/blog/hof-im-schnee`,
          author: organization,
          image: `${SITE}/og/blog/hof-im-schnee.md.png`,
        },
      ],
    })
  })
})

test.each(['/apple-touch-icon.png', '/og/blog/hof-im-schnee.md.png'])(
  'the picture %s that the head names is there',
  async path => {
    await live.get(path).expect(200).expect('Content-Type', 'image/png')
  },
)

test('the picture of a link preview is as large as the head says', async () => {
  const { body } = await live.get('/og/blog/hof-im-schnee.md.png').expect(200)
  // https://www.w3.org/TR/png-3/#11IHDR
  const size = { width: body.readUInt32BE(16), height: body.readUInt32BE(20) }
  expect(size).toEqual({ width: 1200, height: 630 })
})

test.each([
  { lang: 'pt-BR', locale: 'pt_BR' },
  { lang: 'zh-Hant-TW', locale: 'zh_Hant_TW' },
])('the link preview of a page in $lang has the locale $locale', async ({ lang, locale }) => {
  const pages = { page: { path: '/page', lang } } as const
  await using server = await listen(await siteOfValues(pages))
  const document = documentOf((await ask(`${server.url}/page`)).body)
  const tag = document.querySelector('meta[property="og:locale"]')
  expect(tag?.getAttribute('content')).toBe(locale)
})

test('link previews stay on the disk, and a small file beside them is kept in memory', () => {
  const files = readFiles(join(build, 'public'), {})
  const bodyOf = (path: string) => files.get(path)?.bodies.identity
  expect(bodyOf('/og/home.png')).toMatchObject({ file: join(build, 'public/og/home.png') })
  expect(bodyOf('/favicon.ico')).toBeInstanceOf(Buffer)
})

test('no text of an owner or of a loader ends an attribute or a script', () => {
  const allowed = { sources: {}, features: {}, scripts: '' }
  const head = createServerHead({ table, manifest, company: facts.company, allowed, origin })
  const [post] = table.rows.filter(({ date }) => date) as [Row]
  const text = '</script><b onclick="x">&'
  const row = { ...post, title: text, heading: text, description: text }
  const html = head({ row, head: headOf(row) }).toString()
  expect(html).not.toMatch(/<b |onclick="x"/)
  const document = documentOf(html)
  const description = document.querySelector('meta[property="og:description"]')
  expect(description?.getAttribute('content')).toBe(text)
  const data = document.querySelector('script[type="application/ld+json"]')
  expect(JSON.parse(data?.textContent ?? '')).toMatchObject({ '@graph': [{ headline: text }] })
})
