// Pages with data in two languages in a browser, live and prerendered.
import { expect, test } from 'vitest'
import { needsPackaged } from '../../../tests/browser/support/carried.ts'
import { hydrated, newPage } from '../../../tests/browser/support/open-page.ts'
import { listen, siteOf } from '../../../tests/support/fixture-site.ts'

test.each(['live', 'static'] as const)(
  '%s: a link to the same job in another language, and Back, change the document’s language',
  needsPackaged(),
  async serve => {
    await using server = await listen(await siteOf({ serve }))
    const { page, errors } = await newPage('@sparticuz/chromium')
    await page.goto(`${server.url}/fr/emplois`)
    await hydrated(page)
    const documents: string[] = []
    page.on('domcontentloaded', () => documents.push(page.url()))
    /** Resolves when the page of a job is shown in its language. */
    const shows = async (heading: string, lang: string) => {
      await page.getByRole('heading', { level: 1, name: heading }).waitFor()
      expect(await page.locator('html').getAttribute('lang')).toBe(lang)
    }
    await page.locator('main a[href="/fr/emplois/tischlerin"]').click()
    await shows('Menuisière', 'fr')
    await page.locator('main a[href="/stellen/tischlerin"]').click()
    await shows('Tischlerin', 'de')
    await page.goBack()
    await shows('Menuisière', 'fr')
    expect({ documents, errors }).toEqual({ documents: [], errors: [] })
  },
)
