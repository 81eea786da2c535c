import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, expect, onTestFinished } from 'vitest'
import { isAcme } from '../../support/acme.ts'
import * as fixture from '../../support/fixture-site.ts'
import { skipIf } from '../../support/needs.ts'
import * as own from '../../support/own-site.ts'
import { errorsOf, launchPackaged } from './browser.ts'
import type { Packaged } from './carried.ts'

// The pages of both sites, served until the tests of the file have ended, in browsers that start when they're needed.

export const phone = { width: 390, height: 844 }
export const desk = { width: 1280, height: 800 }
export const sites = { own, fixture }
/** Options for tests of choices that a company may make differently, such as the length of a page, motion or typefaces. */
export const ofAcme = skipIf(!isAcme, 'the site is a company’s')

/** Of more than twelve pages, browsers test four of each kind. The static checks test all. */
const kinds = Map.groupBy(own.routes, ({ isDynamic, date }) => `${isDynamic} ${date !== undefined}`)
const routes = own.routes.length > 12 ? [...kinds.values()].flatMap(kind => kind.slice(0, 4)) : own.routes
/** A page of a site in a browser. */
export type Look = { name: Packaged; site: keyof typeof sites; path: string }
export const today = (site: Look['site'], path: string): Look => ({ name: '@sparticuz/chromium', site, path })
export const oldest = (site: Look['site'], path: string): Look => ({ name: 'chromium-109', site, path })
/** A page of the fixture that has a date, if a feature has any. */
const dated = fixture.table.routes.filter(({ date }) => date).slice(0, 1)
/** Pages of the fixture with only text. */
export const texts = ['/impressum', ...dated.map(({ path }) => path)]
/** The own site's pages, and the pages of the fixture with everything that a site may contain. */
export const pages = [
  ...[...routes.map(({ path }) => path), '/404'].map(path => today('own', path)),
  ...['/', '/musterseite', '/kontakt', ...texts].map(path => today('fixture', path)),
  oldest('own', '/'), // Chrome 109 lacks nesting and light-dark(), so the build has to lower both.
  oldest('fixture', '/musterseite'),
]

const browsers: Partial<Record<Look['name'], Browser>> = {}
export const servers = {
  own: await fixture.listen(await own.siteOf()),
  fixture: await fixture.listen(await fixture.siteOf()),
}
afterAll(() => Promise.all([...Object.values(browsers), ...Object.values(servers)].map(each => each.close())))

/** Opens a new page until the end of the test, and collects its errors. */
export async function newPage(name: Packaged, options: BrowserContextOptions = {}) {
  browsers[name] ??= await launchPackaged(name)
  const page = await browsers[name].newPage(options)
  onTestFinished(() => page.close())
  return { page, errors: errorsOf(page) }
}

/** Opens a page, by default on a phone with reduced motion. Resolves when the page is hydrated, unless it never hydrates. */
export async function open({ name, site, path }: Look, options: BrowserContextOptions = {}): Promise<Page> {
  const { page, errors } = await newPage(name, { viewport: phone, reducedMotion: 'reduce', ...options })
  await page.goto(servers[site].url + path)
  await page.evaluate(() => document.fonts.ready)
  if (options.javaScriptEnabled !== false) await hydrated(page)
  expect(errors).toEqual([])
  return page
}

/** Moves the mouse, which may trigger hydration. Resolves when the page is hydrated, or immediately if it has no script. */
export async function hydrated(page: Page): Promise<void> {
  if ((await page.locator('script[data-page]').count()) === 0) return
  await page.mouse.move(0, 1)
  await page.mouse.move(0, 0)
  await page.locator('html[data-hydrated]').waitFor()
}
