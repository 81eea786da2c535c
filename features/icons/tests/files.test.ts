// The icons as they are sent, and their links in the head of a page.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { documentOf } from '../../../tests/support/document-of.ts'
import { folder, listen, siteOf } from '../../../tests/support/fixture-site.ts'
import { request } from '../../../tests/support/http.ts'
import {
  HEADERS_CHANGED,
  ofDocument,
  ofEach,
  sentIn,
  subresource,
} from '../../../tests/support/sent-headers.ts'
import { siteOfValues } from '../../../tests/support/value-site.tsx'
import { icons } from '../server.ts'

const server = await listen(await siteOf())
afterAll(() => server.close())

const common = {
  ...ofEach,
  'cache-control': 'no-cache',
  'content-length': expect.stringMatching(/^\d+$/),
  etag: expect.stringMatching(/^"[\w-]{16}"$/),
  'accept-ranges': 'bytes',
}
/** Other sites may show it. */
const embeddable = { 'cross-origin-resource-policy': 'cross-origin' }
const picture = { ...common, ...subresource, ...embeddable }

test.each([
  { path: '/apple-touch-icon.png', headers: { ...picture, 'content-type': 'image/png' } },
  { path: '/favicon.ico', headers: { ...picture, 'content-type': 'image/vnd.microsoft.icon' } },
  // An SVG can hold scripts.
  {
    path: '/favicon.svg',
    headers: {
      ...common,
      ...ofDocument,
      ...embeddable,
      vary: 'Accept-Encoding',
      'content-type': 'image/svg+xml',
    },
  },
])('$path has exactly these headers', async ({ path, headers }) => {
  const reply = await request(server.url + path)
  expect(reply.status).toBe(200)
  expect(sentIn(reply.headers), HEADERS_CHANGED).toEqual(headers)
})

test.each(['/', '/impressum', '/nichts'])('the head of %s links two icons', async path => {
  const { body } = await request(server.url + path)
  const links = documentOf(body).querySelectorAll('head > link[rel$=icon]')
  expect(Array.from(links, link => [link.getAttribute('rel'), link.getAttribute('href')])).toEqual([
    ['icon', '/favicon.svg'],
    ['apple-touch-icon', '/apple-touch-icon.png'],
  ])
})

test('an icon in shared/site/public/ replaces the generated one', async () => {
  const { body } = await request(`${server.url}/favicon.ico`)
  expect(body).toBeSameBytes(readFileSync(join(folder, 'shared/site/public/favicon.ico')))
})

test('the 500 page links the icons, too', async () => {
  const broken = () => {
    throw new Error('broken')
  }
  const pages = { home: { path: '/', Component: broken } } as const
  await using server = await listen(await siteOfValues(pages, { features: [icons] }))
  const { status, body } = await request(server.url)
  const links = documentOf(body).querySelectorAll('head > link[rel$=icon]')
  expect({ status, icons: links.length }).toEqual({ status: 500, icons: 2 })
})
