// What the head of a page tells search engines: title and canonical address. routes.test.ts lists every tag; these tests check
// the values, and that text is escaped.
import supertest from 'supertest'
import { expect, test } from 'vitest'
import { createServerHead } from '../../../server/metadata/server-head.ts'
import { titleOf } from '../../../shared/titles.ts'
import { documentOf } from '../../support/document-of.ts'
import { headOf, type ResolvedRoute } from '../../support/engine.ts'
import { manifest, siteOf, table } from '../../support/fixture-site.ts'

const SITE = 'https://mueller-u-soehne.example'

/** The core's part of the head of each of the fixture's pages. */
const serverHead = createServerHead({
  manifest,
  allowed: { sources: {}, features: {}, scripts: '' },
  commonTags: '',
  headTags: [],
})

test.each([
  { what: 'a page', path: '/team', own: 'x'.repeat(48), title: `${'x'.repeat(48)} | Firm & Co` },
  { what: 'a page with a longer title', path: '/team', own: 'x'.repeat(49), title: 'x'.repeat(49) },
  { what: 'the home page', path: '/', own: 'x'.repeat(49), title: `Firm & Co: ${'x'.repeat(49)}` },
  { what: 'the home page with a longer title', path: '/', own: 'x'.repeat(50), title: 'x'.repeat(50) },
])(
  'the document title of $what is $title: it includes the company if that fits in 60 characters',
  ({ path, own, title }) => {
    expect(titleOf({ name: 'Firm & Co' }, own, path === '/')).toBe(title)
  },
)

const live = supertest(await siteOf())
/** The contents of the head's tags that match this selector, in order. */
async function tagsOf(path: string, selector: string) {
  const { text } = await live.get(path).expect(200)
  const tags = documentOf(text).querySelectorAll(`head :is(${selector})`)
  return Array.from(tags, tag => tag.getAttribute('content') ?? tag.getAttribute('href') ?? tag.textContent)
}

test('a page names its own address as canonical unless its route sets another', async () => {
  expect(await tagsOf('/stimmen', 'link[rel=canonical]')).toEqual([`${SITE}/ueber-uns/team`])
  expect(await tagsOf('/kontakt', 'link[rel=canonical]')).toEqual([`${SITE}/kontakt`])
})

test('a site’s text is escaped in attributes', () => {
  const [home] = table.routes as [ResolvedRoute]
  const { path } = home
  const text = '<b onclick="x">&'
  const route = { ...home, title: text, heading: text, description: text }
  const html = serverHead.ofPage({ route, path, head: headOf(route, path, table), fields: route }).toString()
  expect(html).not.toMatch(/<b |onclick="x"/)
  const document = documentOf(html)
  const description = document.querySelector('meta[name=description]')
  expect(description?.getAttribute('content')).toBe(text)
})

test('only a page with hydrate: interaction tells the script loader to wait for one', () => {
  const [home] = table.routes as [ResolvedRoute]
  const { path } = home
  const waitsFor = (hydrate: ResolvedRoute['hydrate']) => {
    const route = { ...home, hydrate }
    const html = serverHead.ofPage({ route, path, head: headOf(route, path, table), fields: route })
    return documentOf(html.toString()).querySelector('script[data-page]')?.getAttribute('data-wait-for')
  }
  expect([waitsFor('idle'), waitsFor('interaction')]).toEqual([null, 'interaction'])
})
