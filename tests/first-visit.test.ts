import type { Browser, Page, Route } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readAssets } from '../server/assets.ts'
import { speculationRules } from '../server/metadata.ts'
import { company, labels } from '../shared/company.ts'
import {
  complaints,
  hydrated,
  launchBrowser,
  launchSystem,
  linkToAnother,
  sharedBrowser,
} from './support/browser.ts'
import { needs } from './support/needs.ts'
import { build, listen, siteUnderTest } from './support/server.ts'
import { menu, rows } from './support/table.ts'

const SCRIPTS = '**/assets/*.js'
interface TraceEvent {
  name: string
  pid: number
  tid: number
  ts: number
  dur: number
}

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

/** The files of the script of the home page, in the order of their evaluation. */
const { scripts: common, pageScripts } = readAssets(build)
const scripts = [...common, ...(pageScripts.home ?? [])]

let browser: Browser
let server: Awaited<ReturnType<typeof listen>>
/** What the server was asked for, in order. Playwright does not see what the browser fetches ahead. */
const asked: string[] = []
beforeAll(async () => {
  browser = await sharedBrowser()
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

/** Lets the files of the script be asked for, but not arrive before they are released. */
async function hold(page: Page) {
  const [asked, again, released] = [0, 1, 2].map(() => Promise.withResolvers<void>())
  let times = 0
  await page.route(SCRIPTS, async route => {
    times++
    if (times === scripts.length) asked?.resolve()
    if (times === 2 * scripts.length) again?.resolve()
    await released?.promise
    await route.continue()
  })
  return { asked: asked?.promise, again: again?.promise, release: () => released?.resolve() }
}

/** Resolves when the script would have been asked for: a browser on a busy machine may never be idle. */
const idle = (page: Page) =>
  page.evaluate(() => new Promise(done => requestIdleCallback(done, { timeout: 2500 })))

const menuOf = (page: Page) => ({
  toggle: page.getByRole('button', { name: labels.menuButton }),
  navigation: page.getByRole('navigation', { name: labels.navigation.mobile }),
})

test('the script is asked for only after the page has been painted and loaded', async () => {
  const page = await visitor()
  await page.goto(server.url)
  await hydrated(page)
  const times = await page.evaluate(() => ({
    loaded: performance.getEntriesByType('navigation')[0]?.toJSON().loadEventStart as number,
    painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    asked: performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js')),
  }))
  expect(times.asked).toHaveLength(scripts.length)
  for (const { startTime } of times.asked) {
    expect(startTime).toBeGreaterThanOrEqual(times.loaded)
    expect(startTime).toBeGreaterThanOrEqual(times.painted)
  }
})

test('a visitor who saves data is never sent the script', async () => {
  const page = await visitor()
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  )
  await page.goto(server.url)
  await idle(page)
  const next = await linkToAnother(page)
  await next.link.tap()
  await page.waitForURL(server.url + next.path)
  await idle(page)
  expect(asked.filter(path => path.endsWith('.js'))).toEqual([])
})

test('all files of the script are asked for at once, and each is evaluated in a task of its own', async () => {
  await using own = await launchBrowser() // It can trace but one page at a time.
  const page = await own.newPage(phone)
  const [first = '', ...others] = scripts
  const arrived = others.map(other =>
    page.waitForEvent('requestfinished', file => file.url().endsWith(other)),
  )
  await page.route(`**${first}`, async route => {
    await Promise.all(arrived) // Would take for ever, if they were asked for after this one.
    await route.continue()
  })
  await own.startTracing(page, { categories: ['toplevel', 'v8', 'blink.user_timing'] })
  await page.goto(server.url)
  await hydrated(page)
  await page.evaluate(() => performance.mark('the page under test'))
  const { traceEvents }: { traceEvents: TraceEvent[] } = JSON.parse(String(await own.stopTracing()))
  const process = traceEvents.find(({ name }) => name === 'the page under test')?.pid
  const named = (name: string) =>
    traceEvents.filter(event => event.name === name && event.pid === process && event.dur !== undefined)
  const tasks = named('ThreadControllerImpl::RunTask')
  const taskOf = ({ tid, ts }: TraceEvent) =>
    tasks.findIndex(task => task.tid === tid && task.ts <= ts && ts < task.ts + task.dur)
  const evaluatedIn = named('v8.evaluateModule').map(taskOf)
  expect(evaluatedIn).not.toContain(-1)
  expect(new Set(evaluatedIn).size).toBe(scripts.length)
})

test.each<[string, () => void]>([
  [
    'that draws no frame, and so is never idle',
    () => {
      window.requestIdleCallback = (callback, { timeout = Number.POSITIVE_INFINITY } = {}) =>
        timeout <= 2000 ? window.setTimeout(callback) : 0
    },
  ],
  ['that cannot say when it is idle', () => Reflect.deleteProperty(window, 'requestIdleCallback')],
])('the script also comes to a browser %s', async (_, become) => {
  const page = await visitor()
  await page.addInitScript(become)
  await page.goto(server.url)
  await hydrated(page)
})

test.each<[string, (route: Route) => Promise<void>, 'requestfailed' | 'response']>([
  ['does not arrive', route => route.abort(), 'requestfailed'],
  // As between two releases: a page of the one, and the files of the other.
  ['is of another release', route => route.fulfill({ status: 404, body: 'Not found' }), 'response'],
])(
  'a page whose script %s works on, and the console tells of the network alone',
  async (_, answer, event) => {
    const page = await visitor()
    const heard = complaints(page)
    await page.route(SCRIPTS, answer)
    const failed = Promise.all(
      scripts.map(
        script =>
          new Promise<void>(resolve => {
            const hear = (sent: { url: () => string }) => sent.url().endsWith(script) && resolve()
            if (event === 'response') page.on(event, hear)
            else page.on(event, hear)
          }),
      ),
    )
    await page.goto(server.url)
    await failed
    const { toggle, navigation } = menuOf(page)
    await toggle.tap()
    const last = menu('header').at(-1)!
    await navigation.getByRole('link', { name: last.label }).tap()
    await expect.poll(() => page.title()).toBe(last.title)
    expect(heard.filter(message => !message.includes('Failed to load resource'))).toEqual([])
  },
)

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
    const next = await linkToAnother(page)
    await next.link.tap()
    await page.waitForURL(server.url + next.path)
    script.release()
    await expect.poll(() => page.title()).toBe(next.title)
  })

  test('on the menu opens it, and it stays open', async () => {
    const page = await visitor()
    const script = await hold(page)
    await page.goto(server.url)
    await script.asked
    if (meanwhile) script.release()
    const { toggle, navigation } = menuOf(page)
    await toggle.tap()
    script.release()
    await hydrated(page)
    await expect.poll(() => navigation.isVisible()).toBe(true)
    const last = menu('header').at(-1)!
    await navigation.getByRole('link', { name: last.label }).tap()
    await page.waitForURL(server.url + last.path)
    await expect.poll(() => navigation.isVisible()).toBe(false)
  })
})

test('a second page costs one HTML response before hydration, and no response after it', async () => {
  const page = await visitor()
  const script = await hold(page)
  await page.goto(server.url)
  await script.asked
  asked.splice(0)
  const second = await linkToAnother(page)
  await second.link.tap()
  await page.waitForURL(server.url + second.path)
  await script.again
  // Playwright's routes switch the browser's cache off, so icon and font are asked for again here.
  const documents = () => asked.filter(url => !/\.\w+$/.test(url))
  expect(documents()).toEqual([second.path])
  script.release()
  await hydrated(page)
  asked.splice(0)
  const third = await linkToAnother(page)
  await third.link.tap()
  await expect.poll(() => page.title()).toBe(third.title)
  await idle(page)
  expect(documents()).toEqual([])
})

test('the next page is fetched when its link is pointed at, and the console says nothing', async () => {
  const page = await visitor({ viewport: { width: 1280, height: 800 }, hasTouch: false, isMobile: false })
  const heard = complaints(page)
  await hold(page)
  await page.goto(server.url)
  const next = await linkToAnother(page)
  await next.link.hover()
  await expect.poll(() => asked).toContain(next.path)
  expect(heard).toEqual([])
})

test('the speculation rules name their source, without which Chrome 121 complains', () => {
  for (const rule of JSON.parse(speculationRules).prefetch) expect(rule).toMatchObject({ source: 'document' })
})

test('the file of the next page is fetched when its link is pointed at, once the page is hydrated', async () => {
  const page = await visitor({ viewport: { width: 1280, height: 800 }, hasTouch: false, isMobile: false })
  await page.goto(server.url)
  await hydrated(page)
  const next = await linkToAnother(page)
  const [file] = pageScripts[rows.find(({ path }) => path === next.path)?.id ?? ''] ?? []
  expect(asked).not.toContain(file)
  await next.link.hover()
  await expect.poll(() => asked).toContain(file)
})

test('Back takes a page out of the back/forward cache', needs('chromium'), async () => {
  // Playwright switches the cache off, and does not hear of a page that comes out of it: the page tells the server.
  const cached = await launchSystem({ ignoreDefaultArgs: ['--disable-back-forward-cache'] })
  close = () => cached.close()
  const page = await cached.newPage()
  await page.addInitScript(() => {
    addEventListener('pageshow', ({ persisted }) => persisted && fetch('/restored'))
  })
  await page.goto(server.url)
  await hydrated(page)
  await page.goto(server.url + (company.members?.path ?? '/members'))
  await page.evaluate(() => setTimeout(() => history.back()))
  await expect.poll(() => asked).toContain('/restored')
})
