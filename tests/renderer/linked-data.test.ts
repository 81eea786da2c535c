// What search engines read of the company and of a post, as JSON-LD: https://schema.org
import supertest from 'supertest'
import { expect, test } from 'vitest'
import { documentOf } from '../support/document-of.ts'
import { siteOf } from '../support/fixture-site.ts'

const live = supertest(await siteOf())

const SITE = 'https://mueller-u-soehne.example'
const organization = {
  '@type': 'Organization',
  '@id': `${SITE}/#organization`,
  name: `Müller & Söhne "D'r <Hof>"`,
  url: `${SITE}/`,
}

async function linkedDataOf(path: string) {
  const { text } = await live.get(path).expect(200)
  const document = documentOf(text)
  return JSON.parse(document.querySelector('head script[type="application/ld+json"]')?.textContent ?? 'null')
}

test('the home page describes the company and the site', async () => {
  expect(await linkedDataOf('/')).toEqual({
    '@context': 'https://schema.org',
    '@graph': [
      {
        ...organization,
        description: 'Müller & Söhne aus Köln bauen seit 1974 Warenwirtschaft, die zu Ihrem Lager passt.',
        email: 'warenwirtschaft@mueller-u-soehne.example',
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

test('a post describes itself, with its day, its author and its picture', async () => {
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

test.each(['/leistungen', '/blog', '/impressum', '/angebot/abnahme', '/stellen'])(
  '%s, which is neither the home page nor a post, has none',
  async path => {
    expect(await linkedDataOf(path)).toBeNull()
  },
)

test.each(['/apple-touch-icon.png', '/og/blog/hof-im-schnee.md.png'])(
  'the picture %s that linked data names is there',
  async path => {
    await live.get(path).expect(200).expect('Content-Type', 'image/png')
  },
)
