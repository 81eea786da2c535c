// What the pages of the fixture's shared/site/content/ give messengers and social networks.
import supertest from 'supertest'
import { expect, test } from 'vitest'
import { documentOf } from '../../../tests/support/document-of.ts'
import { siteOf } from '../../../tests/support/fixture-site.ts'

const live = supertest(await siteOf())
const SITE = 'https://mueller-u-soehne.example'

async function propertiesAt(path: string) {
  const { text } = await live.get(path).expect(200)
  const tags = documentOf(text).querySelectorAll('head > [property]')
  return Object.fromEntries(
    Array.from(tags, tag => [tag.getAttribute('property'), tag.getAttribute('content')]),
  )
}

test('a post is an article with its date, and its generated image exists', async () => {
  expect(await propertiesAt('/blog/hof-im-schnee')).toMatchObject({
    'og:type': 'article',
    'article:published_time': '2026-01-15',
    'og:image': `${SITE}/og/blog/hof-im-schnee.md.png`,
  })
  await live.get('/og/blog/hof-im-schnee.md.png').expect(200).expect('Content-Type', 'image/png')
})

test('the index of a blog isn’t an article', async () => {
  const properties = await propertiesAt('/blog')
  expect(properties).toMatchObject({ 'og:type': 'website', 'og:image': `${SITE}/og/blog/index.md.png` })
  expect(properties).not.toHaveProperty('article:published_time')
})
