// What the pages of the fixture's shared/site/content/ give search engines: their linked data, and their place in the sitemap.
import supertest from 'supertest'
import { expect, test } from 'vitest'
import { documentOf } from '../../../tests/support/document-of.ts'
import { siteOf } from '../../../tests/support/fixture-site.ts'

const live = supertest(await siteOf())

async function linkedDataOf(path: string) {
  const { text } = await live.get(path).expect(200)
  const [data] = documentOf(text).querySelectorAll('head > script[type="application/ld+json"]')
  return JSON.parse(data?.textContent ?? 'null')?.['@graph']
}

test('a post describes itself in linked data, with its date and its author', async () => {
  expect(await linkedDataOf('/blog/hof-im-schnee')).toMatchObject([
    {
      '@type': 'BlogPosting',
      headline: 'Der Hof im Schnee: ein Bericht',
      datePublished: '2026-01-15',
    },
  ])
})

test('a page that is no post has no linked data', async () => {
  expect(await linkedDataOf('/agb')).toBeUndefined()
})

test('a title is the same words in linked data, whatever is in it', async () => {
  expect(await linkedDataOf('/blog/erster-beitrag')).toMatchObject([{ headline: 'Tipps & "Tricks" zu <b>' }])
})

test('the sitemap has the pages that are published, a post with its date', async () => {
  const { text } = await live.get('/sitemap.xml').expect(200)
  for (const path of ['/agb', '/angebot', '/angebot/abnahme', '/blog'])
    expect(text).toContain(`<loc>https://mueller-u-soehne.example${path}</loc>`)
  expect(text).toContain('/blog/erster-beitrag</loc><lastmod>2025-11-21</lastmod>')
  expect(text).not.toMatch(/\/angebot\/uebergabe|entwurf|zukunft/i)
})
