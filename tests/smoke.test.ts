import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { complaints, launchBrowser } from './support/browser.ts'
import { listen, siteUnderTest } from './support/server.ts'

let browser: Browser
let server: Awaited<ReturnType<typeof listen>>
beforeAll(async () => {
  browser = await launchBrowser()
  server = await listen(await siteUnderTest())
})
afterAll(async () => {
  await browser.close()
  await server.close()
})

test('a click on a link changes the page without a document load', async () => {
  const page = await browser.newPage()
  const heard = complaints(page)
  const loaded = page.waitForResponse(/assets\/site-.*js/)
  await page.goto(server.url)
  await loaded
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('a') ?? {}).some(key => key.startsWith('__react')),
  )
  await page.evaluate(() => Object.assign(window, { same: true }))
  await page.getByRole('link', { name: 'Learn more' }).click()
  await page.waitForURL('**/about')
  expect(await page.evaluate(() => 'same' in window)).toBe(true)
  expect(await page.title()).toMatch(/^About/)
  expect(heard).toEqual([])
})
