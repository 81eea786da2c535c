import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { company, labels, notFound, titleOf } from '../shared/company.ts'
import type { Row } from '../shared/page-table.ts'
import { pages } from '../shared/pages.ts'
import { complaints, frames, hydrated, linkToAnother, sharedBrowser } from './support/browser.ts'
import { origin } from './support/server.ts'
import { hydratedPaths, isOfBrowser, menu } from './support/table.ts'

const SCRIPTS = '**/assets/*.js'
const wide = { viewport: { width: 1280, height: 800 } }
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true }
/** So small that every page has to be scrolled. */
const tiny = { viewport: { width: 320, height: 240 } }
const [first, ...others] = menu('header').filter(isOfBrowser) as [Row, ...Row[]]

let browser: Browser
beforeAll(async () => {
  browser = await sharedBrowser()
})
afterAll(() => browser.close())

let context: BrowserContext
afterEach(() => context.close())
async function visitor(options: BrowserContextOptions): Promise<Page> {
  context = await browser.newContext({ reducedMotion: 'reduce', ...options })
  return context.newPage()
}

// What dist/ holds is the same byte for byte (prerender.test.ts), so one of the two is enough here.
describe('the site in a browser', () => {
  const at = (path: string) => inject('live') + path
  async function open(path: string, options: BrowserContextOptions = wide) {
    const page = await visitor(options)
    await page.goto(at(path))
    await hydrated(page)
    return page
  }
  /** Set on the window, so that only a new document loses it. */
  const mark = (page: Page) => page.evaluate(() => Object.assign(window, { same: true }))
  const isSameDocument = (page: Page) => page.evaluate(() => 'same' in window)
  const follow = async (page: Page, { label, path }: Row) => {
    const navigation = page.getByRole('navigation', { name: labels.navigation.header })
    await navigation.getByRole('link', { name: label }).click()
    await page.waitForURL(at(path))
  }
  const headOf = (page: Page) =>
    page.evaluate(() => ({
      title: document.title,
      description: document.querySelector('meta[name=description]')?.getAttribute('content'),
      canonical: document.querySelector('link[rel=canonical]')?.getAttribute('href'),
      marked: document.querySelector('header [aria-current]')?.getAttribute('href'),
    }))

  test('hydrates every page without a word in the console, a foreign request, a cookie or anything stored', async () => {
    const page = await visitor(wide)
    const heard = complaints(page)
    const asked: string[] = []
    page.on('request', request => asked.push(request.url()))
    for (const path of hydratedPaths) {
      await page.goto(at(path))
      await hydrated(page)
      const kept = await page.evaluate(() => [document.cookie, localStorage.length, sessionStorage.length])
      expect(kept, path).toEqual(['', 0, 0])
    }
    // The browser itself reports the status of the last page.
    expect(heard).toEqual([expect.stringContaining('status of 404')])
    expect(asked.filter(url => !url.startsWith(at('/')))).toEqual([])
    expect(await context.cookies()).toEqual([])
  })

  test('changes pages without a reload, and the head and the marked link follow', async () => {
    const page = await open(first.path)
    const heard = complaints(page)
    await mark(page)
    for (const row of [...others, first]) {
      await follow(page, row)
      const { path, title, description } = row
      await expect
        .poll(() => headOf(page))
        .toEqual({ title, description, canonical: origin + path, marked: path })
    }
    await page.goBack()
    await expect.poll(() => page.title()).toBe(others.at(-1)?.title)
    expect(await isSameDocument(page)).toBe(true)
    expect(heard).toEqual([])
    await page.goto(at(first.path))
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
  })

  test('goes to the top of the next page, and on Back and Forward to where the visitor was', async () => {
    const page = await open('/', tiny)
    const scrolled = () => page.evaluate(() => Math.round(scrollY))
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    const home = await scrolled()
    expect(home).toBeGreaterThan(0)
    const next = await linkToAnother(page, 'footer')
    await next.link.click()
    await expect.poll(() => page.title()).toBe(next.title)
    expect(await scrolled()).toBe(0)
    await page.evaluate(() => scrollTo(0, 40))
    await page.goBack()
    await expect.poll(() => page.title()).toBe(titleOf(pages.home.title, '/'))
    await expect.poll(scrolled).toBe(home)
    await page.goForward()
    await expect.poll(() => page.title()).toBe(next.title)
    await expect.poll(scrolled).toBe(40)
    await page.reload()
    await hydrated(page)
    expect(await scrolled()).toBe(40)
    await page.goBack()
    await expect.poll(() => page.title()).toBe(titleOf(pages.home.title, '/'))
    await expect.poll(scrolled).toBe(home)
  })

  test('stays where the visitor has scrolled to while the script was on its way', async () => {
    const page = await visitor(tiny)
    const script = await delayed(page)
    await page.goto(at('/'))
    await page.evaluate(() => scrollTo(0, 200))
    script.arrive()
    await hydrated(page)
    await frames(page)
    expect(await page.evaluate(() => scrollY)).toBe(200)
  })

  test('announces the title of the next page, and nothing when the first one is loaded', async () => {
    const page = await open('/')
    const status = page.getByRole('status')
    await frames(page)
    expect(await status.textContent()).toBe('')
    const [next] = others
    await follow(page, next!)
    await expect.poll(() => status.textContent()).toBe(next?.title)
    await page.goBack()
    await expect.poll(() => status.textContent()).toBe(first.title)
  })

  test('leaves the focus on a link that stays, and moves it to the heading when the link has gone', async () => {
    const page = await open(first.path)
    const focused = () =>
      page.evaluate(() => [document.activeElement?.tagName, document.activeElement?.textContent])
    const [next] = others
    await follow(page, next!)
    await expect.poll(() => page.getByRole('status').textContent()).toBe(next?.title)
    expect(await focused()).toEqual(['A', next?.label])
    const last = await linkToAnother(page, 'main')
    await last.link.press('Enter')
    await expect.poll(() => page.title()).toBe(last.title)
    await expect.poll(focused).toEqual(['H1', await page.getByRole('heading', { level: 1 }).textContent()])
  })

  test.each([
    ['by Chrome', () => document.querySelector('h1')?.replaceChildren(document.createElement('font'))],
    ['by Firefox', () => document.documentElement.setAttribute('lang', 'tlh')],
  ])('leaves a page alone that was translated before the script came, %s', async (_, translate) => {
    const page = await visitor(wide)
    const script = await delayed(page)
    const heard = complaints(page)
    await page.goto(at(first.path))
    await page.evaluate(translate)
    const html = () => page.evaluate(() => document.body.outerHTML)
    const translated = await html()
    script.arrive()
    await page.waitForFunction(() => document.querySelector('link[rel=modulepreload]'))
    // A string, because vitest rewrites import().
    await page.evaluate(
      "Promise.all([...document.querySelectorAll('link[rel=modulepreload]')].map(({ href }) => import(href)))",
    )
    await frames(page)
    const roots = () => Object.keys(document).filter(key => key.startsWith('__react'))
    expect(await page.evaluate(roots)).toEqual([])
    expect(await html()).toBe(translated)
    await mark(page)
    await follow(page, others[0]!)
    expect(await isSameDocument(page)).toBe(false)
    expect(heard).toEqual([])
  })

  test('keeps its icons and colour where an extension has changed what React renders', async () => {
    const page = await visitor(wide)
    const script = await delayed(page)
    await page.goto(at(first.path))
    const selectors = ['[rel=icon]', '[rel=apple-touch-icon]', '[name=theme-color]']
    const counts = () =>
      page.evaluate(all => all.map(each => document.head.querySelectorAll(each).length), selectors)
    const before = await counts()
    await page.evaluate(() => document.querySelector('h1')?.remove())
    script.arrive()
    await hydrated(page)
    expect(await page.locator('h1').count()).toBe(1)
    expect(await counts()).toEqual(before)
  })

  test('corrects an address for which a static host has sent the not-found page', async () => {
    const page = await visitor(wide)
    const { path, title } = others[0]!
    const wrong = `${path.toUpperCase()}/`
    await page.route(at(`${wrong}?a=b`), async route => {
      const response = await route.fetch({ url: at('/nothing') })
      await route.fulfill({ response })
    })
    await page.goto(at(`${wrong}?a=b#c`))
    await page.waitForURL(at(`${path}?a=b#c`))
    expect(await page.title()).toBe(title)
  })

  describe('the menu of a phone', () => {
    const parts = (page: Page) => ({
      toggle: page.getByRole('button', { name: labels.menuButton }),
      navigation: page.getByRole('navigation', { name: labels.navigation.mobile }),
    })
    async function opensAndCloses(page: Page) {
      const { toggle, navigation } = parts(page)
      expect(await navigation.isVisible()).toBe(false)
      await toggle.click()
      expect(await navigation.isVisible()).toBe(true)
      await toggle.click()
      await expect.poll(() => navigation.isVisible()).toBe(false)
    }
    async function leadsTo(page: Page, { label, path }: Row) {
      const { toggle, navigation } = parts(page)
      await toggle.click()
      await navigation.getByRole('link', { name: label }).click()
      await page.waitForURL(at(path))
      await expect.poll(() => navigation.isVisible()).toBe(false)
    }

    test('works before the script has come, and stays open while it comes', async () => {
      const page = await visitor(phone)
      const script = await delayed(page)
      const heard = complaints(page)
      await page.goto(at('/'))
      await opensAndCloses(page)
      await parts(page).toggle.click()
      script.arrive()
      await hydrated(page)
      expect(await parts(page).navigation.isVisible()).toBe(true)
      expect(heard).toEqual([])
      await parts(page).toggle.click()
      await expect.poll(() => parts(page).navigation.isVisible()).toBe(false)
    })

    test('works without scripts', async () => {
      const page = await visitor({ ...phone, javaScriptEnabled: false })
      await page.goto(at('/'))
      await opensAndCloses(page)
      const [next] = others
      await leadsTo(page, next!)
      expect(await page.title()).toBe(next?.title)
    })

    test('closes with each of its links, and by Escape', async () => {
      const page = await open('/', phone)
      await mark(page)
      await opensAndCloses(page)
      for (const row of [...others, first]) await leadsTo(page, row)
      // Also with the link to the page that is shown.
      await leadsTo(page, first)
      expect(await isSameDocument(page)).toBe(true)
      await parts(page).toggle.click()
      await page.keyboard.press('Escape')
      await expect.poll(() => parts(page).navigation.isVisible()).toBe(false)
    })

    test('closes on Back', async () => {
      const page = await open(first.path, phone)
      await leadsTo(page, others[0]!)
      const { toggle, navigation } = parts(page)
      await toggle.click()
      await page.goBack()
      await expect.poll(() => page.title()).toBe(first.title)
      await expect.poll(() => navigation.isVisible()).toBe(false)
    })

    test.each<[string, (page: Page) => Promise<unknown>, BrowserContextOptions]>([
      ['', hydrated, {}],
      [' before the script has come', page => page.waitForLoadState(), {}],
      [' without scripts', page => page.waitForLoadState(), { javaScriptEnabled: false }],
    ])('never covers what has the focus%s', async (_, ready, options) => {
      const page = await visitor({ viewport: { width: 560, height: 360 }, ...options })
      const script = await delayed(page)
      if (ready === hydrated) script.arrive()
      await page.goto(at('/'))
      await ready(page)
      const { toggle, navigation } = parts(page)
      await toggle.press('Enter')
      expect(await navigation.isVisible()).toBe(true)
      const links = await navigation.getByRole('link').count()
      for (let tab = 1; tab <= links + 2; tab++) {
        await page.keyboard.press('Tab')
        const focused = page.locator(':focus')
        // Playwright clicks only what nothing covers.
        await focused.click({ trial: true })
        expect(await navigation.isVisible(), `Tab ${tab}`).toBe(tab <= links)
      }
    })

    test('asks the server for the members’ area, which has no page here', async () => {
      const page = await open(first.path, phone)
      const { toggle, navigation } = parts(page)
      await toggle.click()
      const answered = page.waitForResponse(at(company.members?.path ?? '/members'))
      await navigation.getByRole('link', { name: company.members?.label ?? '' }).click()
      expect((await answered).status()).toBe(404)
      await page.waitForURL(at(company.members?.path ?? '/members'))
      expect(await page.title()).toBe(notFound.title)
      await expect.poll(() => navigation.isVisible()).toBe(false)
    })
  })
})

/** Holds the script of the page back until it is told to arrive. */
async function delayed(page: Page) {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(SCRIPTS, async route => {
    await promise
    await route.continue()
  })
  return { arrive: resolve }
}
