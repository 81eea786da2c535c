import { type Browser, type ConsoleMessage, chromium, type LaunchOptions, type Page } from 'playwright-core'
import { inject } from 'vitest'
import { pages, type Page as Row } from '../../shared/pages.ts'
import { carried } from './carried.ts'
import { find } from './needs.ts'
import type { Driver } from './visitor.ts'

/** In milliseconds. A link that is not found fails its test after this time, by its name. */
const PATIENCE = 5_000

/** Without hinting, which makes letters as wide as whole pixels, words are as wide as in the browsers of visitors. */
const args = ['--no-sandbox', '--font-render-hinting=none']
/** Of an npm package, and so there on every machine. It costs a third of what Debian's costs. */
const shell = (): LaunchOptions => ({ ...carried('@sparticuz/chromium'), args })

/** The Chromium that all tests share. Whoever closes it closes only what is its own. */
export const sharedBrowser = async () => patient(await chromium.connect(inject('chromium')))

/** Starts that Chromium, for the tests that connect to it. */
export const launchServer = () => chromium.launchServer(shell())

/** Starts a Chromium of one's own, with other options. */
export const launchBrowser = async (options: LaunchOptions = {}) =>
  patient(await chromium.launch({ ...shell(), ...options }))

/** Starts the system's Chromium, where a test needs all of it. */
export const launchSystem = (options: LaunchOptions) =>
  chromium.launch({ executablePath: find('chromium') ?? '', args, ...options })

/** Starts the oldest Chrome that the site is built for. */
export const launchOldest = async () => patient(await chromium.launch({ ...carried('chromium-109'), args }))

function patient(browser: Browser): Browser {
  browser.on('context', context => {
    context.setDefaultTimeout(PATIENCE)
    context.setDefaultNavigationTimeout(4 * PATIENCE) // A busy machine may be slow, and a page names itself.
  })
  return browser
}

/** Collects everything that a page complains about: console messages of any kind, and errors that nobody caught. */
export function complaints(page: Page): string[] {
  const heard: string[] = []
  page.on('console', (message: ConsoleMessage) => heard.push(`${message.type()}: ${message.text()}`))
  page.on('pageerror', error => heard.push(String(error)))
  return heard
}

/** Resolves when React has taken the whole page over and its effects have run. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(
    () => {
      const container = Object.entries(document).find(([key]) => key.startsWith('__reactContainer'))?.[1]
      return container?.stateNode.current.memoizedState.isDehydrated === false
    },
    null,
    { timeout: 4 * PATIENCE },
  )
  await frames(page)
}

/** Two frames: the browser has painted what was changed, and what waited for that has run. */
export const frames = (page: Page) =>
  page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))

const rows = Object.values<Row>(pages).filter(({ server }) => !server)

/** A visible link, in the page or in a part of it, to another page of the table than the one that is shown; and that page. */
export async function linkToAnother(page: Page, within = 'body') {
  const { pathname } = new URL(page.url())
  const others = rows
    .filter(({ path }) => path !== pathname)
    .map(({ path }) => `${within} a[href="${path}"]:visible`)
  const link = page.locator(others.join()).first()
  const href = await link.getAttribute('href')
  const row = rows.find(({ path }) => path === href)
  if (!row) throw new Error(`${pathname} has no link to another page`)
  return { link, ...row }
}

/** Drives a Chromium of an npm package: today's, or the oldest that the site is built for. */
export async function launchChromium(name: '@sparticuz/chromium' | 'chromium-109'): Promise<Driver> {
  const browser = await chromium.launch({ ...carried(name), args })
  const page = await browser.newPage({ reducedMotion: 'reduce' })
  return {
    goto: url => page.goto(url),
    evaluate: expression => page.evaluate(expression),
    clickAt: (x, y) => page.mouse.click(x, y),
    press: key => page.keyboard.press(key),
    resize: (width, height) => page.setViewportSize({ width, height }),
    close: () => browser.close(),
  }
}
