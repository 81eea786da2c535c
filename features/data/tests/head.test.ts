// The head that a loader returns instead of its route's: titles, robots and canonical address.
import { expect, test } from 'vitest'
import { documentOf } from '../../../tests/support/document-of.ts'
import { listen } from '../../../tests/support/fixture-site.ts'
import { request } from '../../../tests/support/http.ts'
import { ORIGIN, siteOfValues } from './support/value-site.tsx'

test('a loader’s head overrides the route’s, field by field', async () => {
  const canonical = 'https://other.example/note'
  const load = ({ url }: { url: URL }) => ({
    data: 1,
    head: { canonical, noindex: url.search === '?closed' },
  })
  const pages = { page: { path: '/page', canonical: '/other', load } } as const
  await using server = await listen(await siteOfValues(pages))
  const htmlOf = async (query: string) => documentOf((await request(`${server.url}/page${query}`)).body)
  const document = await htmlOf('?closed')
  const content = (selector: string) => document.querySelector(selector)?.getAttribute('content')
  expect({
    robots: content('meta[name=robots]'),
    canonical: document.querySelector('link[rel=canonical]')?.getAttribute('href'),
  }).toEqual({
    robots: 'noindex',
    canonical: 'https://other.example/note',
  })
  expect((await htmlOf('?open')).querySelector('meta[name=robots]')).toBeNull()
})

test('a field without a value in a loader’s head leaves the route’s', async () => {
  const load = () => ({ data: 1, head: { title: null, description: '', noindex: false, canonical: null } })
  const route = {
    title: 'Ours',
    description: 'What we do.',
    noindex: true,
    canonical: '/other',
  }
  await using server = await listen(await siteOfValues({ page: { path: '/page', ...route, load } }))
  const document = documentOf((await request(`${server.url}/page`)).body)
  const content = (selector: string) => document.querySelector(selector)?.getAttribute('content')
  expect({
    title: document.title,
    description: content('meta[name=description]'),
    robots: content('meta[name=robots]'),
    canonical: document.querySelector('link[rel=canonical]')?.getAttribute('href'),
  }).toEqual({
    title: 'Ours | Firm & Co',
    description: 'What we do.',
    robots: 'noindex',
    canonical: `${ORIGIN}/other`,
  })
})
