import { type Browser, type ConsoleMessage, chromium, type LaunchOptions, type Page } from 'playwright-core'
import { pages, type Page as Row } from '../../shared/pages.ts'
import { carried } from './carried.ts'
import { find } from './needs.ts'

/** In milliseconds. A link that is not found fails its test after this time, by its name. */
const PATIENCE = 5_000

/** Starts the system's Chromium where there is one, and otherwise the one that an npm package carries. */
export const launchBrowser = (options: LaunchOptions = {}) => {
  const executablePath = find('chromium')
  return launch({ ...(executablePath ? { executablePath } : carried('@sparticuz/chromium')), ...options })
}

/** Starts the oldest Chrome that the site is built for. */
export const launchOldest = () => launch(carried('chromium-109'))

async function launch(options: LaunchOptions): Promise<Browser> {
  const browser = await chromium.launch({ ...options, args: ['--no-sandbox'] })
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

const rows: Row[] = Object.values(pages)

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
