// The image of a post in its JSON-LD is its social image.
import { expect, test } from 'vitest'
import { listen } from '../../../tests/support/fixture-site.ts'
import { request } from '../../../tests/support/http.ts'
import { siteOfValues } from '../../../tests/support/value-site.tsx'
import { socialImages } from '../../social-images/server.ts'
import { seo } from '../server.ts'
import { graphIn } from './support/parse.ts'

const post = { path: '/note', date: '2026-01-15', isArticle: true } as const

test.each([
  { whose: 'its own', route: { image: '/yard.jpg' }, image: 'https://firm.example/yard.jpg' },
  { whose: 'the generated one', route: {}, image: 'https://firm.example/og/note.png' },
])('a post has an image in its JSON-LD: $whose', async ({ route, image }) => {
  const pages = { home: { path: '/' }, note: { ...post, ...route } } as const
  await using server = await listen(await siteOfValues(pages, { features: [seo, socialImages] }))
  const { body } = await request(`${server.url}/note`)
  expect(graphIn(body)).toMatchObject({ '@graph': [{ '@type': 'BlogPosting', image }] })
})
