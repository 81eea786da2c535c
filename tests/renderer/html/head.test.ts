// What the head of a page says to search engines: its title, robots and canonical address. routes.test.ts has every tag of it;
// here are the values, and that no text ends a tag.
import supertest from 'supertest'
import { describe, expect, test } from 'vitest'
import { createServerHead } from '../../../server/metadata/server-head.ts'
import { titleOf } from '../../../shared/titles.ts'
import { documentOf } from '../../support/document-of.ts'
import { headOf, type ResolvedRoute } from '../../support/engine.ts'
import { manifest, siteOf, table } from '../../support/fixture-site.ts'

const SITE = 'https://mueller-u-soehne.example'

/** What the core adds to the heads of the fixture's pages. */
const serverHead = createServerHead({
  table,
  manifest,
  allowed: { sources: {}, features: {}, scripts: '' },
  commonTags: '',
  headTags: [],
})

test.each([
  { what: 'a page', path: '/team', own: 'Team', title: 'Team | Firm & Co' },
  { what: 'an error page', path: undefined, own: 'Not found', title: 'Not found | Firm & Co' },
  { what: 'the home page', path: '/', own: 'Walls', title: 'Firm & Co: Walls' },
  { what: 'a page', path: '/team', own: 'x'.repeat(48), title: `${'x'.repeat(48)} | Firm & Co` },
  { what: 'a page with a longer one', path: '/team', own: 'x'.repeat(49), title: 'x'.repeat(49) },
  { what: 'the home page', path: '/', own: 'x'.repeat(49), title: `Firm & Co: ${'x'.repeat(49)}` },
  { what: 'the home page with a longer one', path: '/', own: 'x'.repeat(50), title: 'x'.repeat(50) },
])(
  'the title of $what is $title: with the company, where 60 characters are enough',
  ({ path, own, title }) => {
    expect(titleOf({ name: 'Firm & Co' }, own, path === '/')).toBe(title)
  },
)

describe.each(['live', 'static'] as const)('%s', async serve => {
  const agent = supertest(await siteOf({ serve }))
  /** What the head of a page says of this, in order: the contents of its tags. */
  async function tagsOf(path: string, selector: string) {
    const { text } = await agent.get(path).expect(200)
    const tags = documentOf(text).querySelectorAll(`head :is(${selector})`)
    return Array.from(tags, tag => tag.getAttribute('content') ?? tag.getAttribute('href') ?? tag.textContent)
  }

  test('a page with noindex says so to search engines, and no other page does', async () => {
    expect(await tagsOf('/anfrage/gesendet', 'meta[name=robots]')).toEqual(['noindex'])
    expect(await tagsOf('/kontakt', 'meta[name=robots]')).toEqual([])
  })

  test('a page with another canonical address names that one, and every other page its own', async () => {
    expect(await tagsOf('/stimmen', 'link[rel=canonical]')).toEqual([`${SITE}/ueber-uns/team`])
    expect(await tagsOf('/kontakt', 'link[rel=canonical]')).toEqual([`${SITE}/kontakt`])
  })
})

test('no text of a site ends an attribute', () => {
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
