import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { speculation } from '../server/site-files.ts'
import { complaints, hydrated, launchBrowser } from './support/browser.ts'
import { needs } from './support/needs.ts'
import { listen, siteUnderTest } from './support/server.ts'

const SCRIPT = '**/assets/site-*.js'
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

let browser: Browser
let server: Awaited<ReturnType<typeof listen>>
/** What the server was asked for, in order. Playwright does not see what the browser fetches ahead. */
const asked: string[] = []
beforeAll(async () => {
  browser = await launchBrowser()
  const site = await siteUnderTest({ serve: 'static' })
  server = await listen((req, res) => {
    asked.push(req.url ?? '')
    site(req, res)
  })
})
afterAll(() => Promise.all([browser.close(), server.close()]))

let close = async () => {}
afterEach(() => close())
beforeEach(() => asked.splice(0))
async function visitor(options = {}): Promise<Page> {
  const context = await browser.newContext({ ...phone, ...options })
  close = () => context.close()
  return context.newPage()
}

/** Lets the script be asked for, but not arrive before it is released. */
async function hold(page: Page) {
  const [asked, again, released] = [0, 1, 2].map(() => Promise.withResolvers<void>())
  let times = 0
  await page.route(SCRIPT, async route => {
    if (times++ === 0) asked?.resolve()
    else again?.resolve()
    await released?.promise
    await route.continue()
  })
  return { asked: asked?.promise, again: again?.promise, release: () => released?.resolve() }
}

const idle = (page: Page) =>
  page.evaluate(() => new Promise(done => requestIdleCallback(() => requestIdleCallback(done))))

test('the script is asked for only after the page has been painted and loaded', async () => {
  const page = await visitor()
  await page.goto(server.url)
  await hydrated(page)
  const times = await page.evaluate(() => ({
    loaded: performance.getEntriesByType('navigation')[0]?.toJSON().loadEventStart as number,
    painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    asked: performance.getEntriesByType('resource').find(({ name }) => name.endsWith('.js'))?.startTime,
  }))
  expect(times.asked).toBeGreaterThanOrEqual(times.loaded)
  expect(times.asked).toBeGreaterThanOrEqual(times.painted)
})

test('a visitor who saves data is never sent the script', async () => {
  const page = await visitor()
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  )
  await page.goto(server.url)
  await idle(page)
  await page.getByRole('link', { name: 'Talk to us' }).tap()
  await page.waitForURL('**/contact')
  await idle(page)
  expect(asked.filter(path => path.endsWith('.js'))).toEqual([])
})

describe.each([
  ['before the script has come', false],
  ['while the page is hydrated', true],
])('a tap %s', (_, meanwhile) => {
  test('on a link goes to its page', async () => {
    const page = await visitor()
    const script = await hold(page)
    await page.goto(server.url)
    await script.asked
    if (meanwhile) script.release()
    await page.getByRole('link', { name: 'Talk to us' }).tap()
    await page.waitForURL('**/contact')
    script.release()
    await expect.poll(() => page.title()).toMatch(/^Contact/)
  })

  test('on the menu opens it, and it stays open', async () => {
    const page = await visitor()
    const script = await hold(page)
    await page.goto(server.url)
    await script.asked
    if (meanwhile) script.release()
    await page.getByRole('button', { name: 'Menu' }).tap()
    script.release()
    await hydrated(page)
    const menu = page.getByRole('navigation', { name: 'Mobile' })
    await expect.poll(() => menu.isVisible()).toBe(true)
    await menu.getByRole('link', { name: 'About' }).tap()
    await page.waitForURL('**/about')
    await expect.poll(() => menu.isVisible()).toBe(false)
  })
})

test('a second page costs one HTML response before hydration, and no response after it', async () => {
  const page = await visitor()
  const script = await hold(page)
  await page.goto(server.url)
  await script.asked
  asked.splice(0)
  await page.getByRole('link', { name: 'Talk to us' }).tap()
  await page.waitForURL('**/contact')
  await script.again
  // Playwright's routes switch the browser's cache off, so icon and font are asked for again here.
  const documents = () => asked.filter(url => !/\.\w+$/.test(url))
  expect(documents()).toEqual(['/contact'])
  script.release()
  await hydrated(page)
  asked.splice(0)
  await page.getByRole('button', { name: 'Menu' }).tap()
  await page.getByRole('navigation', { name: 'Mobile' }).getByRole('link', { name: 'About' }).tap()
  await page.waitForURL('**/about')
  await idle(page)
  expect(documents()).toEqual([])
})

test('the next page is fetched when its link is pointed at, and the console says nothing', async () => {
  const page = await visitor({ viewport: { width: 1280, height: 800 }, hasTouch: false, isMobile: false })
  const heard = complaints(page)
  await hold(page)
  const rules = page.waitForEvent('requestfinished', request => request.url().endsWith(speculation.name))
  await page.goto(server.url)
  await rules
  await page.getByRole('link', { name: 'Learn more' }).hover()
  await expect.poll(() => asked).toContain('/about')
  expect(heard).toEqual([])
})

test('Back takes a page out of the back/forward cache', needs('chromium'), async () => {
  // Playwright switches the cache off, and does not hear of a page that comes out of it: the page tells the server.
  const cached = await launchBrowser({ ignoreDefaultArgs: ['--disable-back-forward-cache'] })
  close = () => cached.close()
  const page = await cached.newPage()
  await page.addInitScript(() => {
    addEventListener('pageshow', ({ persisted }) => persisted && fetch('/restored'))
  })
  await page.goto(server.url)
  await hydrated(page)
  await page.goto(`${server.url}/members`)
  await page.evaluate(() => setTimeout(() => history.back()))
  await expect.poll(() => asked).toContain('/restored')
})
