import { readFileSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe } from 'vitest'
import { build, listen, manifest, siteOf } from '../../support/fixture-site.ts'
import { needs } from '../../support/needs.ts'
import { launchChromium } from './browser.ts'
import { needsPackaged } from './carried.ts'
import { launchFirefox } from './firefox.ts'
import { createVisitor, type Driver } from './visitor.ts'
import { againWhereStuck, failWhereStuck, launchWebKit } from './webkit.ts'

// Visits to the fixture in four browsers, and the requests that its server receives.

declare global {
  interface Window {
    /** Everything that has gone wrong in the page since its script loaded. */
    problems?: string[]
    /** Unique to each document, unlike WebKit's performance.timeOrigin, which follows the machine's clock. */
    documentId?: number
  }
}

type Size = readonly [width: number, height: number]
export const desk: Size = [1280, 800]
/** WebKit's window can't be narrower. */
export const phone: Size = [450, 844]
/** So low that every page scrolls. */
export const low: Size = [450, 300]

type Engine = 'Chromium' | 'Chrome 109' | 'Firefox' | 'WebKit'

/** Defines the same tests in each browser. */
export function inEachBrowser(define: (visit: ReturnType<typeof visitIn>) => void): void {
  const inBrowser = (engine: Engine, launch: () => Promise<Driver>) => define(visitIn(engine, launch))
  describe('Chromium', needsPackaged(), () =>
    inBrowser('Chromium', () => launchChromium('@sparticuz/chromium')),
  )
  describe('Chrome 109', needsPackaged(), () => inBrowser('Chrome 109', () => launchChromium('chromium-109')))
  describe('Firefox', needs('firefox-esr'), () => inBrowser('Firefox', launchFirefox))
  describe('WebKit', { ...needs('WebKitWebDriver', 'Xvfb'), ...againWhereStuck }, () => {
    afterEach(failWhereStuck)
    inBrowser('WebKit', launchWebKit)
  })
}

/** A visitor with a browser, which stays open during the tests of the surrounding describe(). */
function visitIn(engine: Engine, launch: () => Promise<Driver>) {
  let driver: Driver | undefined
  beforeAll(async () => {
    driver = await launch()
  })
  afterAll(() => driver?.close())
  const visitor = createVisitor(() => {
    if (!driver) throw new Error(`${engine} has not been started`)
    return driver
  })

  const open = (url: string, size = desk) => visitor.open(url, ...size)
  return {
    engine,
    ...visitor,
    open,
    openHydrated: async (url: string, size = desk) => {
      await open(url, size)
      await visitor.hydrated()
    },
    /** Scrolls, and resolves after the scroll event. The page must not be there already. */
    scrollTo: (top: number) =>
      visitor.evaluate(async top => {
        const reported = new Promise(resolve => addEventListener('scroll', resolve, { once: true }))
        window.scrollTo({ top, behavior: 'instant' })
        await reported
      }, top),
    back: () => visitor.evaluate(() => void setTimeout(() => history.back())),
    /** Follows a link or presses a button with the keyboard, which doesn't scroll. */
    enter: async (selector: string) => {
      await visitor.evaluate(
        selector => document.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true }),
        selector,
      )
      await visitor.press('Enter')
    },
  }
}

const app = await siteOf()
/** Scripts of the site itself. Holding a service's script in the head would hold up the load event. */
export const isScript = /^\/assets\/.*\.js$/

interface Held {
  /** Requests that match `only` wait for this. */
  until?: Promise<void>
  only?: RegExp
  site?: typeof app
}

/**
 * Serves the site from a new origin, which no cache knows, and records the requests. Requests for scripts, or the ones that
 * match `only`, may have to wait. Later, anything can be removed or replaced.
 */
export async function serve({ until, only = isScript, site = app }: Held = {}) {
  const requests: string[] = []
  let replaced: { pattern: RegExp; answer: RequestListener } | undefined
  const server = await listen(async (req, res) => {
    const { url = '' } = req
    requests.push(url)
    if (only.test(url)) await until
    if (res.destroyed) return
    if (replaced?.pattern.test(url)) return replaced.answer(req, res)
    const [first = ''] = manifest.scripts
    if (url !== first) return site(req, res)
    // Not every driver reports what goes wrong in a page.
    res.writeHead(200, { 'Content-Type': 'text/javascript' })
    res.end(`(${collectProblems})();${readFileSync(join(build, 'public', first), 'utf8')}`)
  })
  /** Handles these requests instead of the site, until the next call. */
  const replace = (pattern: RegExp, answer: RequestListener) => {
    replaced = { pattern, answer }
  }
  /** Fails these requests until the next call. A 404 is what the old names of scripts get after a release. */
  const lose = (pattern?: RegExp, status = 503) => {
    if (pattern) replace(pattern, (_req, res) => void res.writeHead(status).end())
    else replaced = undefined
  }
  /** The requests for pages, which have no extension. */
  const documents = () => requests.filter(url => !/\.\w+(\?|$)/.test(url))
  return { ...server, requests, documents, replace, lose }
}

/** Serves the site, but holds its scripts, or the requests that match `only`, until release() is called. */
export async function serveHeld(only?: RegExp) {
  const { promise: until, resolve: release } = Promise.withResolvers<void>()
  return { ...(await serve(only ? { until, only } : { until })), release }
}

// The functions below run in the page.

function collectProblems() {
  const problems: string[] = []
  window.problems = problems
  window.documentId = Math.random()
  addEventListener('error', ({ message }) => problems.push(message))
  addEventListener('unhandledrejection', ({ reason }) => problems.push(String(reason)))
  addEventListener('securitypolicyviolation', ({ violatedDirective }) => problems.push(violatedDirective))
  console.error = (...args) => problems.push(args.join(' '))
}

/** How the document was reached: navigate, reload, … */
export const navigationType = () => performance.getEntriesByType('navigation')[0]?.toJSON().type

/** Records whether a lazy component ever shows its fallback. */
export function noteFallback() {
  const note = () => {
    if (document.querySelector('main')?.textContent.includes('Wird geladen'))
      document.documentElement.setAttribute('data-fallback', '')
  }
  new MutationObserver(note).observe(document, { childList: true, subtree: true })
}
