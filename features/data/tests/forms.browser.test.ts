// A form that its endpoint redirects. routes.test.ts has the page that it sends for a mistake: sendPage.
import { describe, expect, test } from 'vitest'
import { needsPackaged } from '../../../tests/browser/support/carried.ts'
import { open, today } from '../../../tests/browser/support/open-page.ts'

describe('a form of the fixture site, without scripts', needsPackaged(), () => {
  test('leads to the thank-you page', async () => {
    const page = await open(today('fixture', '/anfrage'), { javaScriptEnabled: false })
    await page.getByLabel('Name').fill('Ada')
    await page.getByLabel('E-Mail').fill('ada@example.com')
    await page.getByLabel('Was sollen wir bauen?').fill('Ein Lager')
    await page.getByRole('button', { name: 'Senden' }).click()
    await page.getByRole('heading', { name: 'Vielen Dank' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/anfrage/gesendet')
  })
})
