import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { company, notFound } from '../shared/company.ts'
import { launchFirefox } from './support/firefox.ts'
import { needs } from './support/needs.ts'
import { build, listen, script, siteUnderTest } from './support/server.ts'
import { hydratedPaths, isOfBrowser, menu, rows } from './support/table.ts'
import { click, inPage, type Visitor } from './support/visitor.ts'
import { launchWebKit } from './support/webkit.ts'

// What browser.test.ts, first-visit.test.ts and look.test.ts say of Chromium, as far as engines can differ.
const engines = [
  { name: 'Firefox', programs: ['firefox'], launch: launchFirefox },
  { name: 'WebKit', programs: ['WebKitWebDriver', 'Xvfb'], launch: launchWebKit },
] as const

type Size = readonly [width: number, height: number]
const desk: Size = [1280, 800]
/** WebKit's window is no narrower. */
const phone: Size = [450, 844]
const low: Size = [450, 300]

/** What a page says when it is hydrated. It is added to the script, as not every driver can look into the page. */
const HYDRATED = 'the page is hydrated'
const announcement = `new MutationObserver(() => console.log('${HYDRATED}'))
  .observe(document.documentElement, { attributeFilter: ['data-hydrated'] })`

let server: Awaited<ReturnType<typeof listen>>
let announcing: typeof server
/** Holds the script up. */
let held = Promise.resolve()
beforeAll(async () => {
  const app = await siteUnderTest()
  server = await listen(async (req, res) => {
    if (req.url === script) await held
    app(req, res)
  })
  announcing = await listen((req, res) => {
    if (req.url !== script) return app(req, res)
    res.writeHead(200, { 'Content-Type': 'text/javascript' })
    res.end(readFileSync(join(build, 'public', req.url ?? ''), 'utf8') + announcement)
  })
})
afterAll(() => Promise.all([server, announcing].map(each => each?.close())))

// On a busy machine a browser takes half a minute to start.
for (const { name, programs, launch } of engines)
  describe(name, { ...needs(...programs), timeout: 120_000 }, () => {
    let visitor: Visitor
    beforeAll(async () => {
      visitor = await launch()
    })
    afterAll(() => visitor?.close())

    const open = async (path: string, size = desk) => {
      await visitor.resize(...size)
      await visitor.goto(server.url + path)
      await hydrated(visitor)
      await inPage(visitor, collectProblems)
    }
    /** The page that is shown, and what went wrong since `open`. */
    const shown = () =>
      inPage(visitor, () => ({
        title: document.title,
        marked: document.querySelector('header [aria-current]')?.getAttribute('href'),
        problems: 'problems' in window ? window.problems : 'it is another document',
      }))

    test('hydrates every page without a word in the console', async () => {
      const urls = hydratedPaths.slice(0, -1).map(path => announcing.url + path)
      const heard = await visitor.consoleOf(urls, HYDRATED)
      expect(heard).toEqual([])
    })

    test('changes pages without a reload, and title and marked link follow', async () => {
      await open('/')
      for (const { path, title } of menu('header').filter(isOfBrowser).reverse()) {
        await click(visitor, `header a[href="${path}"]`)
        await expect.poll(shown).toEqual({ title, marked: path, problems: [] })
      }
    })

    test('goes to the top of the next page, and on Back to where the visitor was', async () => {
      await open('/', low)
      const scrolled = () => inPage(visitor, () => Math.round(scrollY))
      const [link] = menu('footer').filter(row => isOfBrowser(row) && row.path !== '/')
      await click(visitor, `footer a[href="${link?.path}"]`)
      await expect.poll(shown).toMatchObject({ title: link?.title, problems: [] })
      expect(await scrolled()).toBe(0)
      await visitor.back()
      await expect.poll(shown).toMatchObject({ title: rows[0]?.title, problems: [] })
      await expect.poll(scrolled).toBeGreaterThan(0)
    })

    describe('the menu of a phone', () => {
      test('works before the script has come, and stays open while it comes', async () => {
        const { promise, resolve } = Promise.withResolvers<void>()
        held = promise
        await visitor.resize(...phone)
        await visitor.goto(server.url)
        await opensAndCloses(visitor)
        await toggle(visitor, true)
        resolve()
        await hydrated(visitor)
        expect(await isOpen(visitor)).toBe(true)
        await toggle(visitor, false)
      })

      test('closes by Escape and with every one of its links', async () => {
        await open('/', phone)
        await opensAndCloses(visitor)
        await toggle(visitor, true)
        await visitor.press('Escape')
        await expect.poll(() => isOpen(visitor)).toBe(false)
        for (const { path, title } of menu('header').filter(isOfBrowser).reverse()) {
          await toggle(visitor, true)
          await click(visitor, `[popover] a[href="${path}"]`)
          await expect.poll(shown).toMatchObject({ title, problems: [] })
          await expect.poll(() => isOpen(visitor)).toBe(false)
        }
        await toggle(visitor, true)
        await click(visitor, `[popover] a[href="${company.members?.path ?? '/members'}"]`)
        await expect.poll(shown).toMatchObject({ title: notFound.title, problems: 'it is another document' })
      })
    })
  })

const isHydrated = (visitor: Visitor) => inPage(visitor, () => 'hydrated' in document.documentElement.dataset)
const hydrated = (visitor: Visitor) => expect.poll(() => isHydrated(visitor)).toBe(true)

const isOpen = (visitor: Visitor) =>
  inPage(visitor, () => document.querySelector('[popover]')?.checkVisibility() ?? false)

async function toggle(visitor: Visitor, open: boolean) {
  await click(visitor, '[popovertarget]')
  await expect.poll(() => isOpen(visitor)).toBe(open)
}

async function opensAndCloses(visitor: Visitor) {
  expect(await isOpen(visitor)).toBe(false)
  await toggle(visitor, true)
  await toggle(visitor, false)
}

/** Runs in the page: keeps on the window what goes wrong from now on. Another document does not have it. */
function collectProblems() {
  const problems: string[] = []
  Object.assign(window, { problems })
  addEventListener('error', ({ message }) => problems.push(message))
  addEventListener('unhandledrejection', ({ reason }) => problems.push(String(reason)))
  addEventListener('securitypolicyviolation', ({ violatedDirective }) => problems.push(violatedDirective))
  console.error = (...words) => problems.push(words.join(' '))
}
