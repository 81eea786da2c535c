// A visit from the first byte to the last link, in four browsers: hydration, links, Back, the menu, and a release during it.
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { ResolvedRoute } from '../support/engine.ts'
import { facts, manifest, origin, table } from '../support/fixture-site.ts'
import { launchPackaged } from './support/browser.ts'
import { needsPackaged } from './support/carried.ts'
import {
  inEachBrowser,
  isScript,
  low,
  navigationType,
  noteFallback,
  phone,
  serve,
  serveHeld,
} from './support/visit.ts'

type Titled = Pick<ResolvedRoute, 'title'>

/** The links of a menu that aren't in a group. */
const menu = (name: 'header' | 'footer') =>
  table.languages[0].menus[name].flatMap(each => ('path' in each ? each.path : []))

const hydratedPages = table.routes.filter(({ hydrate, isDynamic }) => hydrate !== 'never' && !isDynamic)
const home = hydratedPages.find(({ path }) => path === '/') as ResolvedRoute
/** The hydrated pages in the footer, which shows its links in every window. */
const linked = menu('footer').flatMap(path => hydratedPages.filter(route => route.path === path))
const [next, second] = linked as [ResolvedRoute, ResolvedRoute]
/** The script of a page. */
const scriptOf = ({ id }: ResolvedRoute) => new RegExp(`^${manifest.pageScripts[id]?.at(-1)}$`)
const inHeader = menu('header')
const members = facts.company.members?.path ?? ''

inEachBrowser(visitor => {
  const { engine, open, openHydrated, scrollTo, back, enter } = visitor
  const withMenu = test.skipIf(engine === 'Chrome 109') // It has no popovers.
  const arrives = ({ title }: Titled) => visitor.wait(() => document.title, title)
  const follow = async (route: ResolvedRoute) => {
    await visitor.click(`a[href="${route.path}"]`)
    await arrives(route)
  }
  const toggle = async (expected: boolean) => {
    await visitor.click('[popovertarget]')
    await visitor.wait(isOpen, expected)
  }

  test('hydrates every page without problems, storage or requests to other origins', async () => {
    await using site = await serve()
    for (const { path } of [...hydratedPages, { path: '/nothing/here' }]) {
      await openHydrated(site.url + path)
      const { origins, ...page } = await visitor.evaluate(() => ({
        problems: window.problems,
        stored: { cookie: document.cookie, local: localStorage.length, session: sessionStorage.length },
        styles: [...document.styleSheets].filter(({ cssRules }) => cssRules.length > 0).length,
        origins: performance.getEntriesByType('resource').map(({ name }) => new URL(name).origin),
      }))
      expect(page, path).toEqual({ problems: [], stored: { cookie: '', local: 0, session: 0 }, styles: 1 })
      expect(new Set(origins), path).toEqual(new Set([site.url]))
    }
  })

  test('navigates without a reload, and updates head, current link, announcement and focus', async () => {
    await using site = await serve()
    await openHydrated(site.url)
    const shown = () =>
      visitor.evaluate(() => ({
        title: document.title,
        canonical: document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href,
        marked: document.querySelector('footer [aria-current]')?.getAttribute('href'),
        announced: document.querySelector('[role=status]')?.textContent,
        focused: document.activeElement?.getAttribute('href'),
        document: window.documentId,
        problems: window.problems,
      }))
    const first = await shown()
    expect(first.announced).toBe('')
    for (const { path, title } of linked) {
      await enter(`footer a[href="${path}"]`) // WebKit doesn't focus a clicked link.
      const expected = { title, canonical: origin + path, marked: path }
      await expect.poll(shown).toEqual({ ...first, ...expected, announced: title, focused: path })
    }
  })

  /** Resolves when a page is shown, scrolled to a place. */
  const isAt = async (route: Titled, top: number) => {
    await arrives(route)
    await visitor.wait(() => Math.round(scrollY), top)
  }
  /** Scrolls the home page, and goes to another page. */
  const leaveHomeAt = async (url: string, top: number) => {
    await openHydrated(url, low)
    await scrollTo(top)
    await enter(`footer a[href="${next.path}"]`)
    await isAt(next, 0)
  }
  const reload = async () => {
    await visitor.evaluate(() => void setTimeout(() => location.reload()))
    await visitor.wait(navigationType, 'reload')
    await visitor.hydrated()
  }

  test('shows a new page from its top, and restores the scroll position on Back and Forward', async () => {
    await using site = await serve()
    await leaveHomeAt(site.url, 200)
    await scrollTo(40)
    await back()
    await isAt(home, 200)
    await visitor.evaluate(() => history.forward())
    await isAt(next, 40)
  })

  test('restores the scroll position on Back past a skip link of the next page, also after a reload', async () => {
    await using site = await serve()
    const skip = () => enter('.r-skip-link')
    const skipped = () => visitor.wait(() => location.hash, '#main')
    await leaveHomeAt(site.url, 200)
    await skip()
    await skipped()
    await back()
    await visitor.wait(() => location.hash, '')
    await back()
    await isAt(home, 200)
    await visitor.evaluate(() => history.go(2))
    await skipped()
    await arrives(next)
    await reload()
    await back()
    await visitor.wait(() => location.hash, '')
    await back()
    await isAt(home, 200)
  })

  test('restores the scroll position that changed while the next page was loading', async () => {
    await using site = await serveHeld(scriptOf(next))
    await openHydrated(site.url, low)
    await scrollTo(200)
    await enter(`footer a[href="${next.path}"]`)
    await expect.poll(() => site.requests.some(url => scriptOf(next).test(url))).toBe(true)
    await scrollTo(90)
    site.release()
    await isAt(next, 0)
    await back()
    await isAt(home, 90)
  })

  /** Clicks a link to an address. Resolves to the scroll position and the target in the first frame of the next page. */
  const firstFrame = (href: string) =>
    visitor.evaluate(async href => {
      const { title } = document
      const link = Object.assign(document.createElement('a'), { href })
      link.style.position = 'fixed' // It doesn't move anything.
      document.querySelector('header')?.append(link)
      link.click()
      link.remove()
      while (document.title === title) await new Promise(requestAnimationFrame)
      await new Promise(requestAnimationFrame)
      const target = document.querySelector(':target')
      return {
        top: Math.round(scrollY),
        target: target?.id,
        isSeen: target?.checkVisibility(),
        fromTop: target?.getBoundingClientRect().top,
      }
    }, href)

  test('scrolls between pages in one frame, even with scroll-behavior: smooth', async () => {
    await using site = await serve()
    await openHydrated(site.url, low)
    await visitor.evaluate(() => {
      document.documentElement.style.scrollBehavior = 'smooth'
    })
    await scrollTo(200)
    expect(await firstFrame(next.path)).toMatchObject({ top: 0 })
    const returned = await visitor.evaluate(async () => {
      const { title } = document
      history.back()
      while (document.title === title) await new Promise(requestAnimationFrame)
      return Math.round(scrollY)
    })
    expect(returned).toBe(200)
  })

  test('opens the <details> of a fragment on another page, as a document load does', async () => {
    await using site = await serve()
    await open(`${site.url}/musterseite#fridays`, low)
    const asDocument = () => ({
      target: document.querySelector(':target')?.id,
      isSeen: document.querySelector(':target')?.checkVisibility(),
      fromTop: document.querySelector(':target')?.getBoundingClientRect().top,
    })
    await visitor.hydrated()
    const { fromTop: expected = 0, ...shown } = await visitor.evaluate(asDocument)
    expect(shown).toEqual({ target: 'fridays', isSeen: true })
    await openHydrated(site.url, low)
    const { fromTop = 0, ...first } = await firstFrame('/musterseite#fridays')
    expect(first).toMatchObject(shown)
    expect(Math.abs(fromTop - expected)).toBeLessThan(2)
    await back()
    await arrives(home)
    expect(site.documents()).toEqual(['/musterseite', '/'])
  })

  test('re-renders a page that an extension has changed, keeps its head, and follows links without a reload', async () => {
    await using site = await serveHeld()
    await open(site.url)
    const tags = ['h1', 'style', '[rel=icon]', '[rel=apple-touch-icon]', '[name=theme-color]']
    const counts = () =>
      visitor.evaluate(
        tags => Object.fromEntries(tags.map(tag => [tag, document.querySelectorAll(tag).length])),
        tags,
      )
    const before = await counts()
    await visitor.evaluate(() => document.querySelector('h1')?.remove())
    site.release()
    await visitor.hydrated()
    expect(await counts()).toEqual(before)
    await enter(`footer a[href="${next.path}"]`)
    await arrives(next)
    expect(site.documents()).toEqual(['/'])
  })

  test('follows the last click while another page is still loading', async () => {
    await using site = await serveHeld(scriptOf(next))
    await openHydrated(site.url)
    await enter(`footer a[href="${next.path}"]`)
    await expect.poll(() => site.requests.some(url => scriptOf(next).test(url))).toBe(true)
    await enter(`footer a[href="${second.path}"]`)
    await arrives(second)
    site.release()
    await back()
    await arrives(home)
    expect(site.documents()).toEqual(['/'])
  })

  test('keeps a lazy component visible while its script loads', async () => {
    await using site = await serveHeld(/voices-(short|long|count)/)
    await open(`${site.url}/stimmen`)
    await visitor.evaluate(noteFallback)
    await visitor.hydrated()
    await expect.poll(() => site.requests.filter(url => url.includes('/voices-'))).toHaveLength(4)
    const fallbackWasShown = await visitor.evaluate(() =>
      document.documentElement.hasAttribute('data-fallback'),
    )
    expect({ fallbackWasShown }).toEqual({ fallbackWasShown: false })
    site.release()
    await follow(next)
    expect(await visitor.evaluate(() => window.problems)).toEqual([])
  })

  test('requests a document for each page before hydration, and none after it', async () => {
    // Holds only the page's own script: all six would block the six connections of a browser.
    await using site = await serveHeld(/^\/assets\/home-.*\.js$/)
    await open(site.url)
    await enter(`footer a[href="${next.path}"]`) // A pointer might prefetch it.
    await arrives(next)
    expect(site.documents()).toEqual(['/', next.path])
    site.release()
    await visitor.hydrated()
    await follow(second)
    expect(site.documents()).toEqual(['/', next.path])
  })

  test('follows a link to a document if a release has removed the script of the page', async () => {
    await using site = await serve()
    await openHydrated(`${site.url}/datenschutz`)
    const shown = () => visitor.evaluate(() => ({ path: location.pathname, loadedAt: window.documentId }))
    const before = await shown()
    site.lose(isScript, 404)
    await follow(next)
    const after = await shown()
    expect(after.path).toBe(next.path)
    expect(after.loadedAt).not.toBe(before.loadedAt)
  })

  // Without popovers, the header has all links. On a phone it would fill the window, so it scrolls away.
  withMenu('keeps the header at the top of the window when a page is scrolled', async () => {
    await using site = await serve()
    await open(site.url, low)
    await scrollTo(200)
    const places = () => ({
      scrolled: Math.round(scrollY),
      header: Math.round(document.querySelector('header')?.getBoundingClientRect().top ?? Number.NaN),
    })
    await visitor.wait(places, { scrolled: 200, header: 0 })
  })

  withMenu('opens the menu before hydration, which keeps it open', async () => {
    await using site = await serveHeld()
    await open(site.url, phone)
    await toggle(true)
    await toggle(false)
    await toggle(true)
    site.release()
    await visitor.hydrated()
    expect({ menuIsOpen: await visitor.evaluate(isOpen) }).toEqual({ menuIsOpen: true })
    await toggle(false)
    expect(await visitor.evaluate(() => window.problems)).toEqual([])
  })

  withMenu('closes the menu after each of its links, without a reload', async () => {
    await using site = await serve()
    await openHydrated(site.url, phone)
    const first = await visitor.evaluate(() => window.documentId)
    for (const route of hydratedPages.filter(({ path }) => inHeader.includes(path))) {
      await toggle(true)
      await visitor.click(`[popover] a[href="${route.path}"]`)
      await arrives(route)
      await visitor.wait(isOpen, false)
    }
    expect(await visitor.evaluate(() => window.documentId)).toBe(first)
  })

  withMenu('closes the menu on Back, and shows the previous page', async () => {
    await using site = await serve()
    await openHydrated(site.url, phone)
    await enter(`footer a[href="${next.path}"]`)
    await arrives(next)
    await toggle(true)
    await back()
    await arrives(home)
    await visitor.wait(isOpen, false)
  })

  withMenu('requests a link of the menu to another application from the server', async () => {
    await using site = await serve()
    await openHydrated(site.url, phone)
    await toggle(true)
    await visitor.click(`[popover] a[href="${members}"]`)
    await arrives({ title: `Seite nicht gefunden | Müller & Söhne "D'r <Hof>"` }) // There's no such application here.
    expect(site.requests).toContain(members)
  })

  // Without a window manager, WebKitGTK has no :focus-visible, which closes the menu on a page that isn't hydrated.
  const moments =
    engine === 'WebKit' ? ['when the page is hydrated'] : ['before hydration', 'when the page is hydrated']
  withMenu.each(moments)('never covers the focused element with the menu, %s', async moment => {
    await using site = await serveHeld()
    await open(site.url, low)
    if (moment.startsWith('when')) {
      site.release()
      await visitor.hydrated()
    }
    await enter('[popovertarget]')
    await visitor.wait(isOpen, true)
    const stops: boolean[] = []
    while (stops.filter(isInMenu => !isInMenu).length < 2) {
      await visitor.evaluate(() => document.activeElement?.setAttribute('data-visited', ''))
      await visitor.press('Tab')
      await visitor.wait(stateOfFocus, { hasMoved: true, isSeen: true, isMenuRight: true })
      stops.push(await visitor.evaluate(() => document.activeElement?.closest('[popover]') !== null))
    }
    expect(stops.length).toBeGreaterThan(inHeader.length)
  })
})

describe('a visitor of Chromium', needsPackaged(), () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchPackaged('@sparticuz/chromium')
  })
  afterAll(() => browser?.close())

  async function open(url: string, options: BrowserContextOptions = {}, script = '') {
    const page = await browser.newPage(options)
    onTestFinished(() => page.close())
    if (script) await page.addInitScript(script)
    await page.goto(url)
    return page
  }
  const hydrated = (page: Page) => page.waitForFunction(() => 'hydrated' in document.documentElement.dataset)

  test('with Save-Data loads the script on the first interaction', async () => {
    await using site = await serve()
    const saveData = "Object.defineProperty(navigator, 'connection', { value: { saveData: true } })"
    const page = await open(`${site.url}/tagessaetze`, {}, saveData)
    const scripts = () => site.requests.filter(url => isScript.test(url))
    expect(scripts()).toEqual([])
    await page.click('main button')
    await hydrated(page)
    expect(scripts()).not.toEqual([])
  })

  test('who is offline requests the document of a link, so that the browser shows its own error', async () => {
    await using site = await serve()
    const page = await open(`${site.url}/tagessaetze`)
    await hydrated(page)
    site.replace(/./, (_req, res) => void res.destroy())
    const failed = page.waitForEvent('requestfailed', request => request.isNavigationRequest())
    await page.click('main a.r-next')
    expect((await failed).url()).toBe(`${site.url}/kontakt`)
  })
})

// The functions below run in the page.

/** Whether the menu is open. */
const isOpen = () => document.querySelector('[popover]')?.checkVisibility()

/** Whether the focus has moved, its element isn't covered, and the menu is open only while it has the focus. */
function stateOfFocus() {
  const { activeElement } = document
  const menu = document.querySelector('[popover]')
  const [{ x, y, width, height } = new DOMRect()] = activeElement?.getClientRects() ?? []
  return {
    hasMoved: activeElement?.hasAttribute('data-visited') === false,
    isSeen: activeElement?.contains(document.elementFromPoint(x + width / 2, y + height / 2)),
    isMenuRight: menu?.checkVisibility() === menu?.contains(activeElement),
  }
}
