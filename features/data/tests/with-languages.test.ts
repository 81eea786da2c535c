import { createElement } from 'react'
import { afterAll, expect, test } from 'vitest'
import { useSite } from '../../../shared/site.ts'
import { documentOf } from '../../../tests/support/document-of.ts'
import { listen, siteOf } from '../../../tests/support/fixture-site.ts'
import { request } from '../../../tests/support/http.ts'
import { languages } from '../../languages/build.ts'
import { data } from '../build.ts'
import { siteOfValues } from './support/value-site.tsx'

const server = await listen(await siteOf())
afterAll(() => server.close())

const FIRM = `Müller & Söhne "D'r <Hof>"`

/** A document's language, title and logo link. */
async function languageAt(url: string) {
  const { status, body } = await request(url)
  const document = documentOf(body)
  const logo = document.querySelector('.r-logo')?.getAttribute('href')
  return { status, lang: document.documentElement.lang, title: document.title, logo }
}

test.each([
  { path: '/fr/emplois', lang: 'fr', title: `Emplois | ${FIRM}`, logo: '/fr' },
  { path: '/fr/emplois/tischlerin', lang: 'fr', title: `Menuisière | ${FIRM}`, logo: '/fr' },
  {
    path: '/fr/emplois/nothing',
    lang: 'fr',
    title: `Page introuvable | ${FIRM}`,
    logo: '/fr',
    status: 404,
  },
  { path: '/stellen/tischlerin', lang: 'de', title: `Tischlerin | ${FIRM}`, logo: '/' },
])('$path is in the language of its home page', async ({ path, status = 200, ...page }) => {
  expect(await languageAt(server.url + path)).toEqual({ status, ...page })
})

test('the data of a page below a language’s home page includes its language', async () => {
  const { body } = await request(`${server.url}/fr/emplois/tischlerin.json`)
  expect(JSON.parse(String(body)).head.lang).toBe('fr')
})

const fr = { path: '/fr', home: 'fr' } as const

const Shown = () => createElement('output', null, JSON.stringify(useSite().alternates))
const shownAt = async (url: string) =>
  JSON.parse(documentOf((await request(url)).body).querySelector('output')?.textContent ?? '')

test('the alternates of a page, and in its data, have the same params', async () => {
  const load = () => ({ data: 1 })
  const pages = {
    job: { path: '/jobs/:slug', load, Component: Shown },
    fr,
    emploi: { path: '/fr/emplois/:slug', load, translates: 'job', Component: Shown },
  } as const
  await using server = await listen(await siteOfValues(pages, { buildFeatures: [data, languages] }))
  const inFrench = [{ lang: 'fr', path: '/fr/emplois/mason' }]
  expect(await shownAt(`${server.url}/jobs/mason`)).toEqual(inFrench)
  expect(await shownAt(`${server.url}/fr/emplois/mason`)).toEqual([{ lang: 'en', path: '/jobs/mason' }])
  const { body } = await request(`${server.url}/jobs/mason.json`)
  expect(JSON.parse(String(body)).head.alternates).toEqual(inFrench)
})
