import type { Browser, BrowserContextOptions } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { listen, security, siteOf, table } from '../support/fixture-site.ts'
import { errorsOf, launchPackaged } from './support/browser.ts'
import { needsPackaged } from './support/carried.ts'

// What pages are made of, on the fixture's site and under its policy.
describe('a visitor', needsPackaged(), () => {
  let server: Awaited<ReturnType<typeof listen>>
  let foreign: typeof server
  let browser: Browser
  beforeAll(async () => {
    server = await listen(await siteOf())
    foreign = await listen((_, res) => res.end('<!doctype html><title>Foreign</title>'))
    browser = await launchPackaged('@sparticuz/chromium')
  })
  afterAll(() => Promise.all([browser?.close(), server?.close(), foreign?.close()]))

  /** A page until the end of the test, and the errors that it has. */
  async function newPage(options: BrowserContextOptions = {}) {
    const page = await browser.newPage(options)
    onTestFinished(() => page.close())
    return { page, errors: errorsOf(page) }
  }
  async function open(path: string, options: BrowserContextOptions = {}) {
    const opened = await newPage(options)
    await opened.page.goto(server.url + path)
    return opened
  }

  test('meets no error on any page, and finds it isolated, without the features that are switched off', async () => {
    const { page, errors } = await newPage()
    const { 'Permissions-Policy': features = '', 'Cross-Origin-Embedder-Policy': embedder } =
      security.document
    const off = [...features.matchAll(/([\w-]+)=\(\)/g)].map(([, name]) => name)
    for (const { path } of table.rows.filter(({ prerender }) => prerender !== false)) {
      await page.goto(server.url + path)
      expect(errors, path).toEqual([])
      expect(await page.evaluate(() => crossOriginIsolated)).toBe(embedder !== undefined)
      const on: string[] = await page.evaluate('document.featurePolicy.allowedFeatures()')
      expect(on.filter(name => off.includes(name))).toEqual([])
    }
  })

  test('is shown no picture and no frame that the policy does not allow, and the console names the directives', async () => {
    const { page, errors } = await open('/')
    await page.evaluate(url => {
      for (const name of ['img', 'iframe'])
        document.body.append(Object.assign(document.createElement(name), { src: url }))
    }, foreign.url)
    await expect.poll(() => errors.join()).toMatch(/img-src.*frame-src|frame-src.*img-src/s)
  })

  test('is told an event of the server at once, by EventSource', async () => {
    const { page, errors } = await open('/')
    const told = await page.evaluate(
      () =>
        new Promise(resolve => {
          const events = new EventSource('/api/news')
          events.onmessage = ({ data }) => {
            events.close()
            resolve(data)
          }
        }),
    )
    expect(told).toBe('Schnee im Hof')
    expect(errors).toEqual([])
  })

  test('sends the form that the policy allows, without scripts', async () => {
    const { page, errors } = await open('/anfrage', { javaScriptEnabled: false })
    await page.getByLabel('Name').fill('Ada')
    await page.getByLabel('E-Mail').fill('ada@example') // Browsers take it for an address.
    await page.getByLabel('Was sollen wir bauen?').fill('Ein Lager')
    await page.getByRole('button', { name: 'Senden' }).click()
    await page.getByText('Noch nicht gesendet').waitFor()
    expect(await page.getByLabel('Name').inputValue()).toBe('Ada')
    await page.getByLabel('E-Mail').fill('ada@example.com')
    await page.getByRole('button', { name: 'Senden' }).click()
    await page.getByRole('heading', { name: 'Vielen Dank' }).waitFor()
    expect(errors).toEqual([])
  })

  test.each([
    { scripts: true, isShown: true },
    { scripts: false, isShown: false },
  ])('is offered to copy the address only where it works: %o', async ({ scripts, isShown }) => {
    const { page } = await open('/kontakt', { javaScriptEnabled: scripts })
    if (scripts) await page.locator('html[data-hydrated]').waitFor()
    const button = page.getByRole('button', { name: 'Adresse kopieren' })
    expect(await button.isVisible()).toBe(isShown)
  })

  test('sees a button between paragraphs as wide as its words ask for', async () => {
    const { page } = await open('/why-react')
    const button = await page.getByRole('button', { name: 'Nummer ziehen' }).boundingBox()
    const text = await page.locator('.prose-text').boundingBox()
    expect(button?.width).toBeLessThan((text?.width ?? 0) / 2)
  })

  test.each([
    [1, 480],
    [2, 1000],
  ])('sees a picture as wide as %i times the window wants it, and nothing moves', async (scale, width) => {
    const { page } = await newPage({ viewport: { width: 412, height: 800 }, deviceScaleFactor: scale })
    const { promise: wanted, resolve: want } = Promise.withResolvers<void>()
    await page.route('**/assets/werkstatt-*', async route => {
      await wanted
      await route.continue()
    })
    await page.goto(`${server.url}/ueber-uns/team`, { waitUntil: 'domcontentloaded' })
    await page.evaluate(() => document.fonts.ready)
    const picture = page.getByRole('img', { name: 'Die Werkstatt im Abendlicht' })
    const placeOf = async () => Object.values((await picture.boundingBox()) ?? {}).map(Math.round)
    const place = await placeOf()
    want()
    await picture.evaluate((image: HTMLImageElement) => image.decode())
    expect(await placeOf()).toEqual(place)
    expect(await picture.evaluate((image: HTMLImageElement) => image.currentSrc)).toContain(`-${width}.avif`)
  })

  test('plays a video with captions', async () => {
    const { page, errors } = await open('/ueber-uns/team')
    const shown = await page.locator('video').evaluate(async (video: HTMLVideoElement) => {
      const [captions] = video.textTracks
      const track = video.querySelector('track')
      const loaded = new Promise(resolve => track?.addEventListener('load', resolve, { once: true }))
      video.muted = true
      await video.play()
      if (track?.readyState !== HTMLTrackElement.LOADED) await loaded
      return [video.videoWidth, video.videoHeight, captions?.mode, captions?.cues?.length]
    })
    expect(shown).toEqual([320, 180, 'showing', 1])
    expect(errors).toEqual([])
  })
})
