// A form whose endpoint responds with its page: sendPage.
import { describe, expect, test } from 'vitest'
import { needsPackaged } from '../../../tests/browser/support/carried.ts'
import { open, today } from '../../../tests/browser/support/open-page.ts'

describe('a form of the fixture site, without scripts', needsPackaged(), () => {
  async function send(email: string) {
    const page = await open(today('fixture', '/anfrage'), { javaScriptEnabled: false })
    await page.getByLabel('Name').fill('Ada')
    await page.getByLabel('E-Mail').fill(email)
    await page.getByLabel('Was sollen wir bauen?').fill('Ein Lager')
    await page.getByRole('button', { name: 'Senden' }).click()
    return page
  }

  test('with a mistake is shown again with the input', async () => {
    const page = await send('ada@example') // Browsers accept it as an address.
    await page.getByText('Noch nicht gesendet').waitFor()
    expect({
      name: await page.getByLabel('Name').inputValue(),
      email: await page.getByLabel('E-Mail').inputValue(),
      message: await page.getByLabel('Was sollen wir bauen?').inputValue(),
    }).toEqual({ name: 'Ada', email: 'ada@example', message: 'Ein Lager' })
  })

  test('without a mistake leads to the thank-you page', async () => {
    const page = await send('ada@example.com')
    await page.getByRole('heading', { name: 'Vielen Dank' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/anfrage/gesendet')
  })
})
