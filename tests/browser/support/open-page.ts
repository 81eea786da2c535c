import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, expect, onTestFinished } from 'vitest'
import * as fixture from '../../support/fixture-site.ts'
import { leaveOut } from '../../support/needs.ts'
import * as own from '../../support/own-site.ts'
import { errorsOf, launchPackaged } from './browser.ts'
import type { Packaged } from './carried.ts'

// The pages of both sites, served until the end of the file of tests, in browsers that it starts when it needs them.

export const phone = { width: 390, height: 844 }
export const desk = { width: 1280, height: 800 }
export const sites = { own, fixture }
/** Whether the site is the one that this project comes with. */
export const isAcme = own.facts.company.name === 'Acme Software'
/** Options for tests of what a site may mean to be otherwise: how much a page says, what moves, in which typeface. */
export const ofAcme = leaveOut(!isAcme, 'the site is a company’s')

/** Of more pages than twelve, a browser looks at four of each kind. The static checks take all. */
const kinds = Map.groupBy(own.routes, ({ isDynamic, date }) => `${isDynamic} ${date !== undefined}`)
const routes = own.routes.length > 12 ? [...kinds.values()].flatMap(kind => kind.slice(0, 4)) : own.routes
/** A page of a site in a browser. */
export type Look = { name: Packaged; site: keyof typeof sites; path: string }
export const today = (site: Look['site'], path: string): Look => ({ name: '@sparticuz/chromium', site, path })
export const oldest = (site: Look['site'], path: string): Look => ({ name: 'chromium-109', site, path })
/** A page of the fixture that has a date, if a feature has any. */
const dated = fixture.table.routes.filter(({ date }) => date).slice(0, 1)
/** Pages of the fixture with words alone. */
export const texts = ['/impressum', ...dated.map(({ path }) => path)]
/** The site's pages, whatever they are, and those of the fixture that hold what the site's may come to hold. */
export const pages = [
  ...[...routes.map(({ path }) => path), '/404'].map(path => today('own', path)),
  ...['/', '/musterseite', '/kontakt', ...texts].map(path => today('fixture', path)),
  oldest('own', '/'), // It knows neither nesting nor light-dark(): the build has to lower both.
  oldest('fixture', '/musterseite'),
]

const browsers: Partial<Record<Look['name'], Browser>> = {}
export const servers = {
  own: await fixture.listen(await own.siteOf()),
  fixture: await fixture.listen(await fixture.siteOf()),
}
afterAll(() => Promise.all([...Object.values(browsers), ...Object.values(servers)].map(each => each.close())))

/** A new page, until the end of the test, and the errors that it has. */
export async function newPage(name: Packaged, options: BrowserContextOptions = {}) {
  browsers[name] ??= await launchPackaged(name)
  const page = await browsers[name].newPage(options)
  onTestFinished(() => page.close())
  return { page, errors: errorsOf(page) }
}

/** Opens a page that stands still on a phone, if nothing else is said. Resolves when it is hydrated, if it is ever. */
export async function open({ name, site, path }: Look, options: BrowserContextOptions = {}): Promise<Page> {
  const { page, errors } = await newPage(name, { viewport: phone, reducedMotion: 'reduce', ...options })
  await page.goto(servers[site].url + path)
  await page.evaluate(() => document.fonts.ready)
  if (options.javaScriptEnabled !== false) await hydrated(page)
  expect(errors).toEqual([])
  return page
}

/** Moves the mouse, for which the page may wait. Resolves when the page is hydrated, or at once where it has no script. */
export async function hydrated(page: Page): Promise<void> {
  if ((await page.locator('script[data-page]').count()) === 0) return
  await page.mouse.move(0, 1)
  await page.mouse.move(0, 0)
  await page.locator('html[data-hydrated]').waitFor()
}
