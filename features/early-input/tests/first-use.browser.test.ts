// A press of a button before hydration isn't lost, with a mouse, a finger or the keyboard, on a fast line and on a slow one
// of 400 kbit/s with a latency of 400 ms.
import { describe, expect, test } from 'vitest'
import { company, messages } from '../../../shared/site/company.ts'
import { needsPackaged } from '../../../tests/browser/support/carried.ts'
import {
  type Device,
  lines,
  onDesk,
  onPhone,
  open,
  type Page,
} from '../../../tests/browser/support/first-use.ts'
import { ofAcme } from '../../../tests/browser/support/open-page.ts'

const copyButton = (page: Page) => page.locator('.r-copy')

describe('the own site', { ...needsPackaged(), ...ofAcme }, () => {
  const presses: [string, Device, (page: Page) => Promise<void>][] = [
    ['a finger', onPhone, page => copyButton(page).tap()],
    ['a mouse', onDesk, page => copyButton(page).click()],
    ['the keyboard', onDesk, page => copyButton(page).press('Space')],
  ]
  for (const line of lines)
    describe.each(presses)(`an early press on a ${line} line, with %s,`, (_, options, press) => {
      test('works after hydration, and the button is busy until then', async () => {
        const { page, errors } = await open('/contact', { ...options, line })
        await page.context().grantPermissions(['clipboard-write'])
        // On a fast line the script may arrive before the test could see the busy button.
        await copyButton(page).evaluate(button => {
          const note = () => button.ariaBusy === 'true' && Object.assign(window, { wasBusy: true })
          new MutationObserver(note).observe(button, { attributeFilter: ['aria-busy'] })
        })
        await press(page)
        await page.getByRole('button', { name: messages.copied }).waitFor()
        expect(await page.evaluate(() => Reflect.get(window, 'wasBusy'))).toBe(true)
        expect(await copyButton(page).getAttribute('aria-busy')).toBeNull()
        expect(errors).toEqual([])
      })
    })

  test('on a slow line, the copy button selects the address if the browser refuses to copy, and says so', async () => {
    const { page } = await open('/contact', { ...onPhone, line: 'slow' }) // Without the permission to copy.
    await copyButton(page).tap()
    await page.getByRole('button', { name: messages.selected }).waitFor()
    expect(await page.evaluate(() => String(getSelection()))).toBe(company.email)
  })
})
