// SEO for pages with data in two languages.
import supertest from 'supertest'
import { expect, test } from 'vitest'
import { siteOf } from '../../../tests/support/fixture-site.ts'
import { languages } from '../../languages/build.ts'
import { seo } from '../../seo/server.ts'
import { alternatesIn } from '../../seo/tests/support/alternates.ts'
import { linksIn, linksInSitemap, SITE } from '../../seo/tests/support/parse.ts'
import { data } from '../build.ts'
import { siteOfValues } from './support/value-site.tsx'

const live = supertest(await siteOf())

test('sitemap.xml lists a page with a param in each of its languages', async () => {
  const { text } = await live.get('/sitemap.xml')
  expect(linksInSitemap(text, '/fr/emplois/tischlerin')).toEqual([
    { hreflang: 'de', href: `${SITE}/stellen/tischlerin` },
    { hreflang: 'fr', href: `${SITE}/fr/emplois/tischlerin` },
    { hreflang: 'x-default', href: `${SITE}/stellen/tischlerin` },
  ])
})

test.each(['/stellen/tischlerin', '/fr/emplois/tischlerin'])(
  '%s links to its versions in both languages, and to the German one as x-default',
  async path => {
    const { text } = await live.get(path).expect(200)
    expect(linksIn(text)).toEqual([
      `de ${SITE}/stellen/tischlerin`,
      `fr ${SITE}/fr/emplois/tischlerin`,
      `x-default ${SITE}/stellen/tischlerin`,
    ])
  },
)

test('a loader’s noindex for one address removes only its hreflang links', async () => {
  const load = ({ params }: { params: Readonly<Record<string, string>> }) => ({
    data: 1,
    head: { noindex: params.slug === 'closed' },
  })
  const paths = () => []
  const pages = {
    job: { path: '/jobs/:slug', load, paths },
    fr: { path: '/fr', home: 'fr' },
    emploi: { path: '/fr/emplois/:slug', load, paths, translates: 'job' },
  } as const
  const site = await siteOfValues(pages, { features: [seo], buildFeatures: [data, languages] })
  expect(await alternatesIn(site, ['/jobs/open', '/jobs/closed'])).toEqual({
    '/jobs/open': { head: ['en', 'fr', 'x-default'], sitemap: false },
    '/jobs/closed': { head: [], sitemap: false },
  })
})
