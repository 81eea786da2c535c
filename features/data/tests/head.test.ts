// What a loader says of the head of its page, in place of the route: titles, robots, canonical address, translations.
import { createElement } from 'react'
import { expect, test } from 'vitest'
import { useSite } from '../../../shared/site.ts'
import { ask } from '../../../tests/support/ask.ts'
import { documentOf } from '../../../tests/support/document-of.ts'
import { listen } from '../../../tests/support/fixture-site.ts'
import { ORIGIN, siteOfValues } from './support/value-site.tsx'

test('the head of a loader takes the place of what the route says, field by field', async () => {
  const canonical = 'https://other.example/note'
  const load = ({ url }: { url: URL }) => ({
    data: 1,
    head: { canonical, noindex: url.search === '?closed' },
  })
  const pages = { page: { path: '/page', canonical: '/other', load } } as const
  await using server = await listen(await siteOfValues(pages))
  const htmlOf = async (query: string) => documentOf((await ask(`${server.url}/page${query}`)).body)
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

test.each([
  { what: 'null', none: { title: null, description: null, noindex: null, canonical: null } },
  { what: 'an empty one', none: { title: '', description: '', noindex: false, canonical: '' } },
])('a field without a value in the head of a loader leaves what the route says: $what', async ({ none }) => {
  const load = () => ({ data: 1, head: none })
  const route = {
    title: 'Ours',
    description: 'What we do.',
    noindex: true,
    canonical: '/other',
  }
  await using server = await listen(await siteOfValues({ page: { path: '/page', ...route, load } }))
  const document = documentOf((await ask(`${server.url}/page`)).body)
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

const fr = { path: '/fr', home: 'fr' } as const

const Shown = () => createElement('output', null, JSON.stringify(useSite().translations))
const shownAt = async (url: string) =>
  JSON.parse(documentOf((await ask(url)).body).querySelector('output')?.textContent ?? '')

test('the translations of a page, to which its layout leads, are the addresses with the same params, and so the data of the page says to the browser', async () => {
  const load = () => ({ data: 1 })
  const pages = {
    job: { path: '/jobs/:slug', load, Component: Shown },
    fr,
    emploi: { path: '/fr/emplois/:slug', load, translates: 'job', Component: Shown },
  } as const
  await using server = await listen(await siteOfValues(pages))
  const inFrench = [{ lang: 'fr', path: '/fr/emplois/mason' }]
  expect(await shownAt(`${server.url}/jobs/mason`)).toEqual(inFrench)
  expect(await shownAt(`${server.url}/fr/emplois/mason`)).toEqual([{ lang: 'en', path: '/jobs/mason' }])
  const { body } = await ask(`${server.url}/jobs/mason.json`)
  expect(JSON.parse(String(body)).head.translations).toEqual(inFrench)
})
