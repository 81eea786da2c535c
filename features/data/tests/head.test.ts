// What a loader says of the head of its page, in place of the route: titles, robots, canonical address.
import supertest from 'supertest'
import { expect, test } from 'vitest'
import { ask } from '../../../tests/support/ask.ts'
import { documentOf } from '../../../tests/support/document-of.ts'
import { facts, listen, siteOf } from '../../../tests/support/fixture-site.ts'
import { ORIGIN, siteOfValues } from './support/value-site.tsx'

test('the picture of a link preview is described by the title of a loader', async () => {
  const { text } = await supertest(await siteOf())
    .get('/stellen/tischlerin')
    .expect(200)
  const picture = documentOf(text).querySelector('meta[property="og:image:alt"]')
  expect(picture?.getAttribute('content')).toBe(`${facts.company.name}: Tischlerin`)
})

test('the head of a loader takes the place of what the route says, field by field', async () => {
  const head = {
    image: '/bilder/hof.jpg',
    canonical: 'https://other.example/note',
  }
  const load = ({ url }: { url: URL }) => ({ data: 1, head: { ...head, noindex: url.search === '?closed' } })
  const pages = { page: { path: '/page', canonical: '/other', load } } as const
  await using server = await listen(await siteOfValues(pages))
  const htmlOf = async (query: string) => documentOf((await ask(`${server.url}/page${query}`)).body)
  const document = await htmlOf('?closed')
  const content = (selector: string) => document.querySelector(selector)?.getAttribute('content')
  expect({
    robots: content('meta[name=robots]'),
    image: content('meta[property="og:image"]'),
    type: content('meta[property="og:image:type"]'),
    width: content('meta[property="og:image:width"]'),
    canonical: document.querySelector('link[rel=canonical]')?.getAttribute('href'),
  }).toEqual({
    robots: 'noindex',
    image: 'https://firm.example/bilder/hof.jpg',
    type: 'image/jpeg',
    width: undefined,
    canonical: 'https://other.example/note',
  })
  expect((await htmlOf('?open')).querySelector('meta[name=robots]')).toBeNull()
})

test.each([
  { what: 'null', none: { title: null, description: null, noindex: null, canonical: null, image: null } },
  { what: 'an empty one', none: { title: '', description: '', noindex: false, canonical: '', image: '' } },
])('a field without a value in the head of a loader leaves what the route says: $what', async ({ none }) => {
  const load = () => ({ data: 1, head: none })
  const route = {
    title: 'Ours',
    description: 'What we do.',
    noindex: true,
    canonical: '/other',
    image: '/a.jpg',
  }
  await using server = await listen(await siteOfValues({ page: { path: '/page', ...route, load } }))
  const document = documentOf((await ask(`${server.url}/page`)).body)
  const content = (selector: string) => document.querySelector(selector)?.getAttribute('content')
  expect({
    title: content('meta[property="og:title"]'),
    description: content('meta[name=description]'),
    robots: content('meta[name=robots]'),
    canonical: document.querySelector('link[rel=canonical]')?.getAttribute('href'),
    url: content('meta[property="og:url"]'),
    image: content('meta[property="og:image"]'),
    alt: content('meta[property="og:image:alt"]'),
  }).toEqual({
    title: 'Ours | Firm & Co',
    description: 'What we do.',
    robots: 'noindex',
    canonical: `${ORIGIN}/other`,
    url: `${ORIGIN}/other`,
    image: `${ORIGIN}/a.jpg`,
    alt: 'Firm & Co: Ours',
  })
})
