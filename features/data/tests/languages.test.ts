// Pages with data in two languages: renderer/html/homes has the rest.
import { describe, expect, test } from 'vitest'
import { ask } from '../../../tests/support/ask.ts'
import { listenInBothModes } from '../../../tests/support/both-modes.ts'
import { documentOf } from '../../../tests/support/document-of.ts'

const { modes, live } = await listenInBothModes()

const FIRM = `Müller & Söhne "D'r <Hof>"`

/** What the document says of its language. */
async function languageAt(url: string) {
  const { status, body } = await ask(url)
  const document = documentOf(body)
  const logo = document.querySelector('.r-logo')?.getAttribute('href')
  return { status, lang: document.documentElement.lang, title: document.title, logo }
}

describe.each(modes)('$mode', ({ server }) => {
  test.each([
    { path: '/fr/emplois', lang: 'fr', title: `Emplois | ${FIRM}`, logo: '/fr' },
    { path: '/fr/emplois/tischlerin', lang: 'fr', title: `Menuisière | ${FIRM}`, logo: '/fr' },
    {
      path: '/fr/emplois/nothing',
      lang: 'fr',
      title: `Page introuvable | ${FIRM}`,
      logo: '/fr',
      status: 404,
    },
    { path: '/stellen/tischlerin', lang: 'de', title: `Tischlerin | ${FIRM}`, logo: '/' },
  ])('$path is in the language of its home page', async ({ path, status = 200, ...page }) => {
    expect(await languageAt(server.url + path)).toEqual({ status, ...page })
  })
})

test('the data of a page below a home page says its language to the browser', async () => {
  const { body } = await ask(`${live.url}/fr/emplois/tischlerin.json`)
  expect(JSON.parse(String(body)).head.lang).toBe('fr')
})
