// Pages in Markdown in another language: the fixture's /fr/cgv says what /agb says in German.
import supertest from 'supertest'
import { expect, test } from 'vitest'
import { documentOf } from '../../../tests/support/document-of.ts'
import { headOf } from '../../../tests/support/engine.ts'
import { siteOf, table } from '../../../tests/support/fixture-site.ts'
import { languages } from '../../languages/build.ts'
import { markdown, readFiles } from './support/content.ts'

const live = supertest(await siteOf())

test('a page below a language’s home page ends with a link to that home page', async () => {
  const { text } = await live.get('/fr/cgv').expect(200)
  const last = [...documentOf(text).querySelectorAll('main a')].at(-1)
  expect({ to: last?.getAttribute('href'), words: last?.textContent }).toEqual({
    to: '/fr',
    words: `Müller & Söhne "D'r <Hof>"`,
  })
})

test('a page names its translations', () => {
  const alternatesAt = (path: string) => {
    const match = table.match(path) ?? expect.fail(`the fixture has lost ${path}`)
    return headOf(match.route, path, table).alternates
  }
  expect(alternatesAt('/agb')).toEqual([{ lang: 'fr', path: '/fr/cgv' }])
  expect(alternatesAt('/fr/cgv')).toEqual([{ lang: 'de', path: '/agb' }])
})

test('the fields of languages are read from front matter, and a wrong one is refused with its line', async () => {
  const read = (fields: string) =>
    readFiles({ 'fr.md': markdown(`title: A\n${fields}`) }, undefined, languages.frontMatterFields)
  const { sources } = await read('home: fr\ntranslates: home')
  expect(sources[0]?.route).toMatchObject({ home: 'fr', translates: 'home' })
  const { problems } = await read('home: french\ntranslates:')
  expect(problems).toEqual([
    'fr.md:4: home: write the language whose home page this is, for example home: en',
    'fr.md:5: translates: write the page that this one translates, for example translates: about',
  ])
})
