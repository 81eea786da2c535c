import { type Browser, type ConsoleMessage, chromium, type LaunchOptions, type Page } from 'playwright-core'
import { find } from './needs.ts'

/** Starts the system's Chromium where there is one, and otherwise the one that an npm package carries. */
export async function launchBrowser(options: LaunchOptions = {}): Promise<Browser> {
  return chromium.launch({
    ...options,
    executablePath: find('chromium') ?? (await carried()),
    args: ['--no-sandbox'],
  })
}

/** The path of the package's Chromium. Not its arguments: they are for one page at a time, in a single process. */
async function carried(): Promise<string> {
  // Set before the package is loaded: it then also unpacks the libraries that a bare Debian lacks.
  process.env.AWS_LAMBDA_JS_RUNTIME ??= 'nodejs22.x'
  const { default: packaged } = await import('@sparticuz/chromium')
  return packaged.executablePath()
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
  await page.waitForFunction(() => {
    const container = Object.entries(document).find(([key]) => key.startsWith('__reactContainer'))?.[1]
    return container?.stateNode.current.memoizedState.isDehydrated === false
  })
  await frames(page)
}

/** Two frames: the browser has painted what was changed, and what waited for that has run. */
export const frames = (page: Page) =>
  page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))
