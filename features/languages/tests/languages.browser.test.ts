// A visit to a site in two languages, live and prerendered: menus, labels and <html lang> change with each link, whether the
// browser loads a document or React renders the page.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Page } from '../../../tests/browser/support/browser.ts'
import { needsPackaged } from '../../../tests/browser/support/carried.ts'
import { desk, newPage } from '../../../tests/browser/support/open-page.ts'
import { listen, siteOf } from '../../../tests/support/fixture-site.ts'

const french = { lang: 'fr', skipLink: 'Aller au contenu', logo: '/fr', firstInMenu: '/fr' }
const german = { lang: 'de', skipLink: 'Zum Inhalt springen', logo: '/', firstInMenu: '/' }

/** The parts of a document that depend on its language. */
const layoutOf = (page: Page) =>
  page.evaluate(() => ({
    lang: document.documentElement.lang,
    skipLink: document.querySelector('.r-skip-link')?.textContent,
    logo: document.querySelector('.r-logo')?.getAttribute('href'),
    firstInMenu: document.querySelector('.r-header-nav a')?.getAttribute('href'),
  }))

describe.each(['live', 'static'] as const)('%s', needsPackaged(), serve => {
  let server: Awaited<ReturnType<typeof listen>>
  beforeAll(async () => {
    server = await listen(await siteOf({ serve }))
  })
  afterAll(() => server.close())

  /** Opens a page, and records every further document load. */
  async function openPage(path: string) {
    const { page, errors } = await newPage('@sparticuz/chromium', { viewport: desk })
    await page.goto(server.url + path)
    await page.locator('html[data-hydrated]').waitFor()
    const documents: string[] = []
    page.on('domcontentloaded', () => documents.push(new URL(page.url()).pathname))
    const click = async (selector: string, path: string) => {
      await page.locator(selector).click()
      await page.waitForURL(server.url + path)
    }
    /** Resolves when the document has this title. */
    const arrives = (title: RegExp) =>
      page.waitForFunction(([source = '']) => new RegExp(source).test(document.title), [title.source])
    return { page, errors, documents, click, arrives }
  }

  test('a link to another language, and Back, change the language, menus and labels without a reload', async () => {
    const { page, errors, documents, click, arrives } = await openPage('/fr')
    expect(await layoutOf(page)).toEqual(french)

    await click('main a[href="/leistungen"]', '/leistungen')
    await arrives(/^Leistungen/)
    expect(await layoutOf(page)).toEqual(german)

    await page.goBack()
    await arrives(/La gestion de stock/)
    expect(await layoutOf(page)).toEqual(french)

    await click('.r-logo', '/fr')
    await arrives(/La gestion de stock/)
    expect({ documents, errors }).toEqual({ documents: [], errors: [] })
  })

  test('a page without a script loads as a document in the language of its home page', async () => {
    const { page, errors, documents, click } = await openPage('/fr')
    await click('footer a[href="/fr/mentions"]', '/fr/mentions')
    await page.locator('h1', { hasText: 'Mentions légales' }).waitFor()
    expect(await layoutOf(page)).toEqual(french)
    await click('main a[href="/impressum"]', '/impressum')
    await page.locator('h1', { hasText: 'Impressum' }).waitFor()
    expect(await layoutOf(page)).toEqual(german)
    expect({ documents, errors }).toEqual({ documents: ['/fr/mentions', '/impressum'], errors: [] })
  })

  test('the 404 page below /fr is in French, and links to /fr', async () => {
    const { page, errors, documents, click, arrives } = await openPage('/fr/rien')
    expect(await layoutOf(page)).toEqual(french)
    expect(await page.locator('h1').textContent()).toBe('Page introuvable')
    await click('main a', '/fr')
    await arrives(/La gestion de stock/)
    expect({ documents, errors }).toEqual({ documents: [], errors: [] })
  })
})
