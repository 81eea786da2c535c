// A page in a language without a home page: the fixture's /in-english, the translation of /leistungen.
import supertest from 'supertest'
import { expect, test } from 'vitest'
import { documentOf } from '../../../tests/support/document-of.ts'
import { headOf, type ResolvedRoute } from '../../../tests/support/engine.ts'
import { siteOf, table } from '../../../tests/support/fixture-site.ts'
import { routeWith, tableOf } from '../../../tests/support/routes.ts'
import { site } from '../../../tests/support/site.tsx'
import { routeProblemsOf } from './support/problems.ts'

const live = supertest(await siteOf())

test('the layout of a page in another language has the messages of that language', async () => {
  const document = documentOf((await live.get('/in-english').expect(200)).text)
  expect({
    skipLink: document.querySelector('.r-skip-link')?.textContent,
    footer: document.querySelector('footer nav')?.getAttribute('aria-label'),
  }).toEqual({ skipLink: 'Skip to the content', footer: 'Footer' })
})

const routeOf = (id: string, more: Partial<ResolvedRoute>) =>
  routeWith(id, `/${id}`, { title: id, label: id, lang: 'de', ...more })

test.each([
  [
    'a translation of a page that doesn’t exist',
    { lang: 'en', translates: 'none' },
    'routes.us.translates is none: write the key of a published page in routes.ts, or its file in shared/site/content/, such as blog/note/index.md',
  ],
  [
    'the same language',
    { translates: 'wir' },
    'routes.us.translates is wir: /wir already is the de version: write another `lang`',
  ],
  [
    'the language of another translation',
    { lang: 'fr', translates: 'wir' },
    'routes.us.translates is wir: /nous already is the fr version: write another `lang`',
  ],
  [
    'a translation of a translation',
    { lang: 'fr', translates: 'nous' },
    'routes.us.translates is nous: that page is a translation itself: write wir',
  ],
])('a route with %s is rejected', (_, more, problem) => {
  const routes = [routeOf('wir', {}), routeOf('nous', { lang: 'fr', translates: 'wir' }), routeOf('us', more)]
  expect(routeProblemsOf(routes, 'de')).toEqual([problem])
})

test('the company’s language uses `messages`, even if translations for it exist', () => {
  const translations = { [site.lang]: { ...site.messages, skipLink: 'Other words' } }
  const [language] = tableOf([routeOf('home', {})], { translations }).languages
  expect(language.messages.skipLink).toBe(site.messages.skipLink)
})

test('the script tag of a page lists its alternates, and so does the head of a page without a script', async () => {
  const toldOf = async (path: string) => {
    const { text } = await live.get(path).expect(200)
    const head = documentOf(text).querySelector('script[data-page]')?.getAttribute('data-head')
    return JSON.parse(head ?? '').alternates
  }
  expect([await toldOf('/'), await toldOf('/leistungen'), await toldOf('/kontakt')]).toEqual([
    [{ lang: 'fr', path: '/fr' }],
    [{ lang: 'en', path: '/in-english' }],
    undefined,
  ])
  const translationsAt = (path: string) => {
    const match = table.match(path) ?? expect.fail(`the fixture has lost ${path}`)
    return headOf(match.route, path, table).alternates
  }
  expect(translationsAt('/impressum')).toEqual([{ lang: 'fr', path: '/fr/mentions' }])
  expect(translationsAt('/fr/mentions')).toEqual([{ lang: 'de', path: '/impressum' }])
  expect(translationsAt('/kontakt')).toBeUndefined()
})
