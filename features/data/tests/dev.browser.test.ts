// npm run dev in a browser: what an edit to a loader does to an open page. development's refresh.browser has the rest.
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { needsPackaged } from '../../../tests/browser/support/carried.ts'
import { newPage } from '../../../tests/browser/support/open-page.ts'
import { copyBuilt } from '../../../tests/support/copy-project.ts'
import { type DevServer, startDev } from '../../development/tests/support/start-dev.ts'

const LOADERS = 'server/site/loaders.ts'

describe('npm run dev', needsPackaged(), () => {
  let dev: DevServer
  beforeAll(async () => {
    dev = await startDev(copyBuilt(inject('fixture')))
  })

  /** Opens a page that is connected to the edit events. */
  async function openPage(path: string) {
    const { page } = await newPage('@sparticuz/chromium')
    const isListening = page.waitForResponse(response => response.url().includes('/dev/events'))
    await page.goto(dev.url + path)
    await Promise.all([isListening, page.locator('html[data-hydrated]').waitFor()])
    await page.evaluate(() => Object.assign(window, { isSame: true }))
    return page
  }

  test('refetches the data of a page and keeps its state after an edit to its loader', async () => {
    const page = await openPage('/stellen/tischlerin')
    await page.getByRole('button', { name: 'Eine Stunde weniger' }).click()
    dev.edit(LOADERS, 'data: { title, lines }', "data: { title: 'Neue Stelle', lines }")
    await page.getByRole('heading', { name: 'Neue Stelle' }).waitFor()
    await page.getByText('tischlerin: 37 Stunden').waitFor()
    expect(await page.evaluate('window.isSame')).toBe(true)
  })

  test('refetches the data of a cached page after an edit to its loader', async () => {
    const page = await openPage('/kurse')
    await page.getByText('Hobeln').waitFor()
    dev.edit(LOADERS, "'Hobeln'", "'Drechseln'")
    await page.getByText('Drechseln').waitFor()
  })

  test('keeps a page that a link led to if its edited loader fails', async () => {
    const page = await openPage('/kontakt')
    await page.locator('footer a[href="/stellen"]').click()
    await page.getByRole('heading', { name: 'Stellen überall' }).waitFor()
    const isRefused = page.waitForResponse(
      response => /\/stellen\.json$/.test(response.url()) && !response.ok(),
    )
    dev.edit(LOADERS, "await query('jobs'", "await Promise.reject(new Error('keine')), more: query('jobs'")
    await isRefused
    await page.locator('dev-problem').filter({ hasText: 'keine' }).waitFor()
    expect(await page.locator('h1').allTextContents()).toEqual(['Stellen überall'])
  })
})
