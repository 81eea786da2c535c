// What a loader says of its page to messengers and social networks, in place of the route.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ask } from '../../../tests/support/ask.ts'
import { documentOf } from '../../../tests/support/document-of.ts'
import { dist, listen } from '../../../tests/support/fixture-site.ts'
import { socialImages } from '../../social-images/server.ts'
import { ORIGIN, siteOfValues, type ValuePage } from './support/value-site.tsx'

/** What the page at /page says, by the names of its properties. */
async function propertiesOf(page: Omit<ValuePage, 'path'>) {
  const app = await siteOfValues({ page: { path: '/page', ...page } }, { features: [socialImages] })
  await using server = await listen(app)
  const tags = documentOf((await ask(`${server.url}/page`)).body).querySelectorAll('[property^="og:"]')
  return Object.fromEntries(
    Array.from(tags, tag => [tag.getAttribute('property'), tag.getAttribute('content')]),
  )
}

test('a loader says the title, the address and the picture', async () => {
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

test.each([
  { what: 'null', none: { title: null, image: null } },
  { what: 'an empty one', none: { title: '', image: '' } },
])('a field without a value leaves what the route says: $what', async ({ none }) => {
  const load = () => ({ data: 1, head: none })
  expect(await propertiesOf({ title: 'Ours', image: '/a.jpg', load })).toMatchObject({
    'og:title': 'Ours | Firm & Co',
    'og:image': `${ORIGIN}/a.jpg`,
    'og:image:alt': 'Firm & Co: Ours',
  })
})

test('dist/ has a picture for all pages of a path with params', () => {
  expect(existsSync(join(dist, 'og/job.png'))).toBe(true)
})
