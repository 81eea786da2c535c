// What the pages of the fixture's shared/site/content/ give search engines: their JSON-LD, and their place in the sitemap.
import supertest from 'supertest'
import { expect, test } from 'vitest'
import { siteOf } from '../../../tests/support/fixture-site.ts'
import { graphIn } from '../../seo/tests/support/parse.ts'

const live = supertest(await siteOf())

const jsonLdOf = async (path: string) => graphIn((await live.get(path).expect(200)).text)

test('a post has JSON-LD with its title and date', async () => {
  expect(await jsonLdOf('/blog/hof-im-schnee')).toMatchObject({
    '@graph': [
      {
        '@type': 'BlogPosting',
        headline: 'Der Hof im Schnee: ein Bericht',
        datePublished: '2026-01-15',
      },
    ],
  })
})

test('a page that isn’t a post has no JSON-LD', async () => {
  expect(await jsonLdOf('/agb')).toBeNull()
})

test('the sitemap has the published pages, and the date of a post', async () => {
  const { text } = await live.get('/sitemap.xml').expect(200)
  for (const path of ['/agb', '/angebot', '/angebot/abnahme', '/blog'])
    expect(text).toContain(`<loc>https://mueller-u-soehne.example${path}</loc>`)
  expect(text).toContain('/blog/erster-beitrag</loc><lastmod>2025-11-21</lastmod>')
  expect(text).not.toMatch(/\/angebot\/uebergabe|entwurf|zukunft/i)
})
