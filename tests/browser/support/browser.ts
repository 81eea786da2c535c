import { type Browser, chromium, type LaunchOptions, type Page } from 'playwright-core'
import { carried, type Packaged } from './carried.ts'
import { canBePictured } from './open-pages.ts'
import type { Driver } from './visitor.ts'

export type { Browser, BrowserContext, Page } from 'playwright-core'

/** Without hinting, which makes letters as wide as whole pixels, words are as wide as in the browsers of visitors. */
const args = ['--no-sandbox', '--font-render-hinting=none']

export async function launchPackaged(name: Packaged, options: LaunchOptions = {}): Promise<Browser> {
  const allArgs = [...args, ...(options.args ?? [])]
  const browser = await chromium.launch({ ...carried(name), ...options, args: allArgs })
  const openPages = () => browser.contexts().flatMap(context => context.pages())
  canBePictured(() => openPages().map(page => page.screenshot()))
  return browser
}

export async function launchChromium(name: Packaged): Promise<Driver> {
  const browser = await launchPackaged(name)
  let page = await browser.newPage()
  return {
    // In a page of its own: where a navigation changes the process while scripts are loading, Chrome 109 reports only a
    // part of it, and the driver waits for the rest.
    async goto(url, width, height) {
      await page.close()
      page = await browser.newPage({ reducedMotion: 'reduce', viewport: { width, height } })
      await page.goto(url)
    },
    evaluate: expression => page.evaluate(expression),
    clickAt: (x, y) => page.mouse.click(x, y),
    moveTo: (x, y) => page.mouse.move(x, y),
    press: key => page.keyboard.press(key),
    close: () => browser.close(),
  }
}

/** Collects the errors of a page: those on its console, and those that nobody caught. */
export function errorsOf(page: Page): string[] {
  const errors: string[] = []
  // The browser reports the status of a page itself. Chrome 109 takes the attribute of popovers for an experiment.
  const isExpected = (text: string) => /status of 4\d\d|'popover' attribute/.test(text)
  // The script of a service may be out of reach. A policy that blocks it is another error.
  const isOutOfReach = (text: string, { url }: { url: string }) =>
    text.includes('net::ERR_') && new URL(url).origin !== new URL(page.url()).origin
  page.on('console', message => {
    const text = message.text()
    if (message.type() === 'error' && !isExpected(text) && !isOutOfReach(text, message.location()))
      errors.push(text)
  })
  page.on('pageerror', error => errors.push(String(error)))
  return errors
}
