// The code of docs/recipes/ for pages and the layout, in a browser: page views, an effect, a lazy component, a search.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { BrowserContextOptions } from 'playwright-core'
import { launch } from 'puppeteer-core'
import { beforeAll, beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest'
import { copyBuilt, editFile, runScript } from '../support/copy-project.ts'
import { documentedCode } from '../support/documented-code.ts'
import { listen } from '../support/fixture-site.ts'
import { start } from '../support/process.ts'
import { carried, needsPackaged } from './support/carried.ts'
import { hydrated, newPage, phone } from './support/open-page.ts'

/** The page views that the counting service has received. */
const views: Record<string, string>[] = []
const counter = await listen(async (req, res) => {
  views.push(Object.fromEntries(new URLSearchParams(await text(req))))
  res.end()
})

const folder = copyBuilt(inject('fixture'))
for (const recipe of ['effects', 'lazy-loading', 'analytics'])
  for (const { file, object, code } of documentedCode(recipe)) {
    const ofCounter = code.replaceAll('https://count.example.com', counter.url)
    if (object) editFile(folder, file, /'connect-src': .*\n/, ofCounter.trimStart())
    else writeFileSync(join(folder, file), ofCounter)
  }
for (const { file, object, code } of documentedCode('header-and-footer'))
  if (!object) writeFileSync(join(folder, file), code)
const LAYOUT = 'shared/site/layout.tsx'
editFile(folder, LAYOUT, /^/, "import { Header as OurHeader } from '../layout/header.tsx'\n")
editFile(
  folder,
  LAYOUT,
  'slots: Slots = {',
  'slots: Slots = { Header: props => <><p>A banner<br />of two lines</p><OurHeader {...props} /></>,',
)
const PAGE = 'shared/site/pages/why-react.tsx'
editFile(
  folder,
  PAGE,
  /^/,
  "import { AtThisMoment } from '../ui/at-this-moment.tsx'\nimport { Later } from '../ui/later.tsx'\n",
)
editFile(folder, PAGE, '<button', '<AtThisMoment /><Later /><button')

describe('with the code of docs/recipes/,', needsPackaged(), () => {
  let url: string
  beforeAll(async () => {
    const { code, output } = await runScript(folder, 'scripts/build.ts')
    expect(code, output).toBe(0)
    url = (await start(folder)).url
  })
  beforeEach(() => {
    views.length = 0
  })

  async function open(path: string, options: BrowserContextOptions = {}) {
    const opened = await newPage('@sparticuz/chromium', options)
    await opened.page.goto(url + path)
    if (options.javaScriptEnabled !== false) await hydrated(opened.page)
    return opened
  }
  const viewed = () => views.map(({ path }) => path)

  test('a site’s style for its search overrides the engine’s form styles, which a page imports', async () => {
    const { page } = await open('/kontakt')
    const box = await page.getByRole('searchbox').boundingBox()
    expect(box?.width).toBe(192) // 12rem.
  })

  test.each([
    { scripts: true, scrolled: 0 },
    { scripts: true, scrolled: 200 },
    { scripts: false, scrolled: 0 },
    { scripts: false, scrolled: 200 },
  ])(
    'a phone menu below a two-line banner closes by its button, scripts: $scripts, scrolled: $scrolled',
    async ({ scripts, scrolled }) => {
      const { page, errors } = await open('/kontakt', { viewport: phone, javaScriptEnabled: scripts })
      await page.evaluate(top => scrollTo({ top, behavior: 'instant' }), scrolled)
      expect(await page.evaluate(() => scrollY)).toBe(scrolled)
      const button = page.getByRole('button', { name: 'Menü' }) // The visible one.
      await button.click()
      expect(await page.locator('.r-menu').isVisible()).toBe(true)
      const { x, y, width, height } = (await button.boundingBox())!
      const middle = { x: x + width / 2, y: y + height / 2 }
      const onTop = ({ x, y }: typeof middle) =>
        document.elementFromPoint(x, y)?.closest('button')?.popoverTargetElement?.id
      expect(await page.evaluate(onTop, middle)).toBe('menu')
      await page.mouse.click(middle.x, middle.y)
      expect(await page.locator('.r-menu').isVisible()).toBe(false)
      expect(page.url()).toBe(`${url}/kontakt`)
      expect(errors).toEqual([])
    },
  )

  test('page views count once, with titles: the first, after a click, Back, Forward and a document load', async () => {
    const { page, errors } = await open('/kontakt')
    await expect.poll(viewed).toEqual(['/kontakt'])
    await page.getByRole('link', { name: 'Datenschutz' }).first().click()
    await expect.poll(viewed).toEqual(['/kontakt', '/datenschutz'])
    await page.goBack()
    await expect.poll(viewed).toEqual(['/kontakt', '/datenschutz', '/kontakt'])
    await page.goForward()
    await expect.poll(viewed).toHaveLength(4)
    await page.goto(`${url}/ueber-uns/team`)
    await expect
      .poll(viewed)
      .toEqual(['/kontakt', '/datenschutz', '/kontakt', '/datenschutz', '/ueber-uns/team'])
    const titles = views.map(({ title }) => title?.split(' ')[0])
    expect(titles).toEqual(['Kontakt', 'Datenschutz', 'Kontakt', 'Datenschutz', 'Team'])
    expect(errors).toEqual([])
  })

  test('a page that Chrome prerenders loads no script and counts no view until the visitor opens it', async () => {
    await using site = await listen(async (req, res) => {
      if (req.url === '/') return void res.end(pageThatPrerenders('/datenschutz'))
      if (req.url === '/ahead.js') return void res.end(`(${loseNoTimeAhead})('${counter.url}')`)
      const response = await fetch(url + req.url)
      for (const name of ['content-type', 'content-security-policy'])
        res.setHeader(name, response.headers.get(name) ?? '')
      res.end((await response.text()).replace('<head>', '<head><script src="/ahead.js"></script>'))
    })
    // Chromium prerenders nothing for a page to which Playwright is attached: PrerenderingDisabledByDevTools.
    const browser = await launch({
      ...carried('@sparticuz/chromium'),
      args: ['--no-sandbox'],
      headless: 'shell',
    })
    onTestFinished(() => browser.close())
    const page = await browser.newPage()
    await page.goto(site.url)
    await expect.poll(viewed).toEqual(['ahead'])
    await page.click('a')
    await expect.poll(viewed).toEqual(['ahead', '/datenschutz'])
    expect(await page.evaluate(whatWasLoaded)).toEqual({ isPrerendered: true, scriptsAhead: [] })
  })

  test('an effect shows data of the browser and of an endpoint after hydration', async () => {
    const html = await (await fetch(`${url}/why-react`)).text()
    expect(html).toContain('The server is being asked for. Your window is wide.')
    const { page, errors } = await open('/why-react')
    const { width = 0 } = page.viewportSize() ?? {}
    await page.getByText(`The server is ok. Your window has ${width} pixels.`).waitFor()
    await page.setViewportSize({ width: 500, height: 500 })
    await page.getByText('Your window has 500 pixels.').waitFor()
    expect(errors).toEqual([])
  })

  test('a lazy component is in the HTML, and its script loads after the page’s', async () => {
    const words = 'This file imports the heavy package.'
    expect(await (await fetch(`${url}/why-react`)).text()).toContain(words)
    const { page, errors } = await newPage('@sparticuz/chromium')
    const fetched: string[] = []
    page.on('request', request => fetched.push(new URL(request.url()).pathname))
    await page.goto(`${url}/why-react`)
    await page.waitForRequest(/\/assets\/chart-\w+\.js$/)
    const position = (file: RegExp) => fetched.findIndex(path => file.test(path))
    expect(position(/\/why-react-/)).toBeGreaterThan(0)
    expect(position(/\/chart-/)).toBeGreaterThan(position(/\/why-react-/))
    await page.getByText(words).waitFor()
    expect(errors).toEqual([])
  })
})

/** A page with a link whose target Chrome prerenders. */
const pageThatPrerenders = (path: string) => `
  <a href="${path}">Next</a>
  <script type="speculationrules">${JSON.stringify({ prerender: [{ source: 'list', urls: [path] }] })}</script>`

// The functions below run in the page.

/** While a page is only prerendered, runs its timers at once, and tells the counter once it has loaded. */
function loseNoTimeAhead(counter: string) {
  if (!document.prerendering) return
  const { setTimeout: later } = window
  const act = (run: () => void, wait: number) => (document.prerendering ? run() : later(run, wait))
  window.setTimeout = act as typeof setTimeout
  // After the page's own listener.
  const tell = () => navigator.sendBeacon(counter, new URLSearchParams({ path: 'ahead' }))
  addEventListener('load', () => addEventListener('pageshow', tell))
}

/** Whether the page was prerendered, and the scripts it had requested before the visitor opened it. */
function whatWasLoaded() {
  const [navigation] = performance.getEntriesByType('navigation')
  const { activationStart } = navigation?.toJSON() ?? {}
  const ahead = performance
    .getEntriesByType('resource')
    .filter(({ startTime }) => startTime < activationStart)
  const scriptsAhead = ahead
    .map(({ name }) => new URL(name).pathname)
    .filter(path => /^.assets.*js$/.test(path))
  return { isPrerendered: activationStart > 0, scriptsAhead }
}
