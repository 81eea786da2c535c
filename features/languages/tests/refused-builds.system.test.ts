// What fails a build, and what fails a prerender, of a site in several languages.
import { afterEach, expect, test } from 'vitest'
import { copyToBreak } from '../../../tests/support/copy-to-break.ts'

const { edit, restore, prerender, refused } = await copyToBreak()
afterEach(restore)

test('a translation of a page that doesn’t exist fails a build', async () => {
  edit('shared/site/routes.ts', "translates: 'imprint'", "translates: 'nichts'")
  expect((await refused()).refusal).toBe(
    'routes.mentions.translates is nichts: no published page has that id: write its key in routes.ts, or the name of its file',
  )
})

test('a home page without translations, and translations without a page, fail a prerender', async () => {
  edit('shared/site/translations.ts', /^ {2}fr: \{/m, '  it: {')
  const { refusal } = await prerender()
  expect(refusal?.split('\n')).toEqual([
    'translations.it in shared/site/company.ts: no page in this language is published: leave it out',
    'routes.accueil.home is fr: add `translations.fr` to shared/site/company.ts',
  ])
})
