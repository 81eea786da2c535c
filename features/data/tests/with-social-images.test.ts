// The Open Graph tags that a loader sets for messengers and social networks, instead of its route.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { documentOf } from '../../../tests/support/document-of.ts'
import { dist, listen } from '../../../tests/support/fixture-site.ts'
import { request } from '../../../tests/support/http.ts'
import { socialImages } from '../../social-images/server.ts'
import { ORIGIN, siteOfValues, type ValuePage } from './support/value-site.tsx'

/** The Open Graph properties of the page at /page. */
async function propertiesOf(page: Omit<ValuePage, 'path'>) {
  const app = await siteOfValues({ page: { path: '/page', ...page } }, { features: [socialImages] })
  await using server = await listen(app)
  const tags = documentOf((await request(`${server.url}/page`)).body).querySelectorAll('[property^="og:"]')
  return Object.fromEntries(
    Array.from(tags, tag => [tag.getAttribute('property'), tag.getAttribute('content')]),
  )
}

test('a loader sets the title, address and picture', async () => {
  const head = { title: 'A <b>job</b>', canonical: 'https://other.example/note', image: '/bilder/hof.jpg' }
  const properties = await propertiesOf({ image: '/a.jpg', load: () => ({ data: 1, head }) })
  expect(properties).toMatchObject({
    'og:title': 'A <b>job</b> | Firm & Co',
    'og:url': 'https://other.example/note',
    'og:image': `${ORIGIN}/bilder/hof.jpg`,
    'og:image:type': 'image/jpeg',
    'og:image:alt': 'Firm & Co: A <b>job</b>',
  })
  expect(properties).not.toHaveProperty('og:image:width')
})

test('dist/ has one picture for all the pages of a path with params', () => {
  expect(existsSync(join(dist, 'og/job.png'))).toBe(true)
})
