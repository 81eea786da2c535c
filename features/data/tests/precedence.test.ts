// Which response wins at an address if one of them is a page with a loader: docs/architecture.md, "The order of a request".
import supertest from 'supertest'
import { expect, test } from 'vitest'
import { LIST, siteOfValues } from './support/value-site.tsx'

const app = await siteOfValues(
  {
    prices: { path: '/prices', load: () => ({ data: 'of the loader' }) },
    news: { path: '/news', load: () => ({ data: 'of the loader' }), revalidate: 60 },
    job: { path: '/jobs/:slug', load: () => ({ data: 'of the loader' }) },
    jobs: { path: '/jobs/all' },
  },
  { endpoints: app => void app.all('/{*path}', (_req, res) => void res.send('endpoint')) },
)

test.each([
  ['a page without params, not one with params', '/jobs/all', 'The page jobs'],
  ['a list of pages with data, not an endpoint', `/${LIST}`, '/jobs/all'],
  ['an endpoint, not a page with a loader', '/prices', 'endpoint'],
  ['an endpoint, not a cached page', '/news', 'endpoint'],
  ['an endpoint, not the data of a page', '/prices.json', 'endpoint'],
])('%s responds at %s', async (_what, path, text) => {
  const { status, text: body } = await supertest(app).get(path)
  expect({ path, status }).toEqual({ path, status: 200 })
  expect(body).toContain(text)
})
