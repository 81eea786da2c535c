// SEO for pages that only a loader knows, live and in dist/.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import supertest from 'supertest'
import { expect, test } from 'vitest'
import { dist, listen, siteOf, table } from '../../../tests/support/fixture-site.ts'
import { request } from '../../../tests/support/http.ts'
import { seo } from '../../seo/server.ts'
import { addressesIn, graphIn, SITE } from '../../seo/tests/support/parse.ts'
import { siteOfValues } from './support/value-site.tsx'

const live = supertest(await siteOf())

test('sitemap.xml has every page with a loader once', async () => {
  const { text } = await live.get('/sitemap.xml').expect(200).expect('Content-Type', 'application/xml')
  const isInGerman = (address: string) => !address.startsWith(`${SITE}/fr/`)
  const isOfLoader = (address: string) => table.match(new URL(address).pathname)?.route.loader
  expect(addressesIn(text).filter(isOfLoader).filter(isInGerman)).toEqual([
    `${SITE}/kurse`,
    `${SITE}/lager`,
    `${SITE}/stellen`,
    `${SITE}/stellen/constructor`,
    `${SITE}/stellen/lagerist`,
    `${SITE}/stellen/tischlerin`,
  ])
})

test('the sitemap in dist/ omits only the page with prerender: false', async () => {
  const { text } = await live.get('/sitemap.xml')
  const left = text.replace(`<url><loc>${SITE}/lager</loc></url>\n`, '')
  expect(left).not.toBe(text)
  expect(readFileSync(join(dist, 'sitemap.xml'))).toBeSameBytes(left)
})

test('SERVE=static sends the sitemap from dist/', async () => {
  const { text } = await supertest(await siteOf({ serve: 'static' }))
    .get('/sitemap.xml')
    .expect(200)
  expect(readFileSync(join(dist, 'sitemap.xml'))).toBeSameBytes(text)
})

test('a loader’s JSON-LD is in the head of its page, but not in its data', async () => {
  const { text } = await live.get('/stellen/lagerist').expect(200)
  expect(graphIn(text)).toEqual({
    '@context': 'https://schema.org',
    '@graph': [{ '@type': 'JobPosting', title: 'Lagerist' }],
  })
  const json = (await live.get('/stellen/lagerist.json')).text
  expect(json).not.toContain('JobPosting')
})

test('a loader’s JSON-LD overrides the route’s', async () => {
  const load = () => ({ data: 1, head: { jsonLd: [{ '@type': 'Event' }] } })
  const page = { path: '/page', jsonLd: { '@type': 'Course' }, load } as const
  await using server = await listen(await siteOfValues({ page }, { features: [seo] }))
  const { body } = await request(`${server.url}/page`)
  expect(graphIn(body)).toMatchObject({ '@graph': [{ '@type': 'Event' }] })
})
