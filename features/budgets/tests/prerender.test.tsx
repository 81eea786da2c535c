// The cost of each page, which a prerender measures in dist/, and the pages that fail it.
import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { siteToCheck } from '../../../tests/support/checked-site.ts'
import { dist } from '../../../tests/support/fixture-site.ts'
import { Words, words } from '../../../tests/support/prerender-values.tsx'
import { routeWith, tableOf } from '../../../tests/support/routes.ts'
import { pagesOfValues, type ValuePage } from '../../../tests/support/value-site.tsx'
import { costOf, sizeOfText } from '../measure.ts'
import { prerenderPriced } from './support/prerender-priced.tsx'

const prerender = async (pages: Record<string, ValuePage>, options?: { html: number }) =>
  prerenderPriced(await pagesOfValues(pages), options)

test('a page costs its HTML and scripts, and a page that never hydrates costs no script', async () => {
  const { costs, dist } = await prerender({
    home: { path: '/', ...words('Home'), Component: Words, hydrate: 'never' },
    about: { path: '/about', ...words('About'), Component: Words },
  })
  const html = (name: string) => {
    const body = readFileSync(join(dist, name))
    return { HTML: body.length, 'HTML br': brotliCompressSync(body).length, data: 0 }
  }
  expect(costs).toMatchObject({
    '/': { ...html('index.html'), JS: 0, 'JS br': 0, 'lazy JS': 0, 'lazy br': 0 },
    '/about': {
      ...html('about.html'),
      JS: 312_000,
      'JS br': 93_700,
      'lazy JS': 1000,
      'lazy br': 300,
    },
    '/404': { ...html('404.html'), JS: 310_010, 'JS br': 93_005, 'lazy JS': 0, 'lazy br': 0 },
  })
})

/** A page with this many hashes, which brotli barely compresses. Pages of the same size would share a line of the message. */
const withHashes = (count: number) => () => (
  <h1>{Array.from({ length: count }, (_, index) => hash('sha512', `${index}`)).join(' ')}</h1>
)

test('a page over the site’s budget or its own fails the prerender, and so does the 404 page', async () => {
  const failing = prerender(
    {
      home: { path: '/', ...words('Home'), Component: withHashes(4) },
      large: { path: '/large', ...words('Large'), Component: Words, budget: { html: 14_000 } },
      about: { path: '/about', ...words('About'), Component: withHashes(8), budget: { script: 93_699 } },
    },
    { html: 100 },
  )
  const of = (figure: string) => `\\d+ bytes of ${figure}, \\d+ over the budget of`
  const common = `${of('html')} 100 in shared/site/budgets\\.ts`
  const own = `${of('script')} 93699 in routes\\.about\\.budget\\.script\\. .* charts 1900`
  await expect(failing).rejects.toMatchObject({
    name: 'UserError',
    message: expect.stringMatching(
      new RegExp(`^/: ${common}\n/about: ${common}\n/about: ${own}\n/404: ${common}$`),
    ),
  })
})

test('the HTML of a page that a feature generates from a text has no limit', () => {
  const route = routeWith('note.md', '/impressum')
  const page = { path: route.path, route, html: Buffer.alloc(0), otherFiles: [] }
  const site = siteToCheck(tableOf([route]))
  expect(costOf(page, site, dist).budget).toBeUndefined()
  expect(costOf(page, { ...site, siteRoutes: {} }, dist).budget).toEqual({ html: Number.POSITIVE_INFINITY })
})

test('the size of a text is its bytes, raw and with brotli', () => {
  const text = readFileSync(join(dist, 'musterseite.html'), 'utf8')
  expect(sizeOfText(text)).toEqual({ raw: Buffer.byteLength(text), br: brotliCompressSync(text).length })
})
