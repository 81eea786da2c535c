// npm run dev in a browser: a page that works, but that a build would reject.
import { afterAll, beforeAll, describe, inject, test } from 'vitest'
import type { Browser } from '../../../tests/browser/support/browser.ts'
import { launchPackaged } from '../../../tests/browser/support/browser.ts'
import { needsPackaged } from '../../../tests/browser/support/carried.ts'
import { copyBuilt } from '../../../tests/support/copy-project.ts'
import { type DevServer, startDev } from './support/start-dev.ts'

const folder = copyBuilt(inject('fixture'))

describe('npm run dev', needsPackaged(), () => {
  let dev: DevServer
  let browser: Browser
  beforeAll(async () => {
    dev = await startDev(folder)
    browser = await launchPackaged('@sparticuz/chromium')
  })
  afterAll(() => browser?.close())

  test('reports what a build would reject in a page, and keeps the page usable', async () => {
    const undo = dev.edit('shared/site/pages/prices.tsx', '<button', '<h4>Zu tief</h4><button')
    await dev.isEdited()
    const page = await browser.newPage()
    await page.goto(`${dev.url}/tagessaetze`)
    await page.locator('dev-problem', { hasText: 'h4' }).waitFor()
    await page.getByRole('button', { name: 'Ein Tag mehr' }).click()
    await page.getByText('11 Tage').waitFor()
    undo()
    await page.locator('html[data-hydrated]:not(:has(dev-problem))').waitFor()
  })
})
