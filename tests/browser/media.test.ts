import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { complaints, launchBrowser } from '../support/browser.ts'
import { needsPackaged } from '../support/carried.ts'
import { listen, siteOf } from '../support/fixture-site.ts'

describe('a visitor sees', needsPackaged(), () => {
  let server: Awaited<ReturnType<typeof listen>>
  let browser: Browser
  beforeAll(async () => {
    server = await listen(await siteOf())
    browser = await launchBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })

  test('a picture comes in the width and format that suit the window, and nothing moves', async () => {
    const page = await browser.newPage({ viewport: { width: 412, height: 800 } })
    const { promise: wanted, resolve: want } = Promise.withResolvers<void>()
    await page.route('**/assets/werkstatt-*', async route => {
      await wanted
      await route.continue()
    })
    await page.goto(`${server.url}/ueber-uns/team`, { waitUntil: 'domcontentloaded' })
    const picture = page.getByRole('img', { name: 'Die Werkstatt im Abendlicht' })
    const placeOf = async () => Object.values((await picture.boundingBox()) ?? {}).map(Math.round)
    const place = await placeOf()
    want()
    await picture.evaluate((image: HTMLImageElement) => image.decode())
    expect(await placeOf()).toEqual(place)
    expect(await picture.evaluate((image: HTMLImageElement) => image.currentSrc)).toMatch(/-480\.avif$/)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(412)
    await page.close()
  })

  test.each(['/ueber-uns/team', '/angebot/uebergabe'])('a video with captions plays on %s', async path => {
    const page = await browser.newPage()
    const heard = complaints(page)
    await page.goto(server.url + path)
    const video = page.locator('video')
    const shown = await video.evaluate(async (video: HTMLVideoElement) => {
      const captions = video.textTracks[0]
      const track = video.querySelector('track')
      const loaded = new Promise(resolve => track?.addEventListener('load', resolve, { once: true }))
      video.muted = true
      await video.play()
      if (track?.readyState !== HTMLTrackElement.LOADED) await loaded
      return {
        size: [video.videoWidth, video.videoHeight],
        mode: captions?.mode,
        cues: captions?.cues?.length,
      }
    })
    expect(shown).toEqual({ size: [320, 180], mode: 'showing', cues: 1 })
    expect(heard).toEqual([])
    await page.close()
  })
})
