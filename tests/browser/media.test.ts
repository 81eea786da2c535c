// Images and videos, loaded and played in a browser.
import { describe, expect, test } from 'vitest'
import { needsPackaged } from './support/carried.ts'
import { newPage, open, phone, servers, today } from './support/open-page.ts'

describe('a browser', needsPackaged(), () => {
  test.each([
    [1, 480],
    [2, 1000],
  ])('at a pixel ratio of %i, loads an image %i px wide, without a layout shift', async (scale, width) => {
    const { page } = await newPage('@sparticuz/chromium', {
      viewport: { width: 412, height: 800 },
      deviceScaleFactor: scale,
    })
    const { promise: wanted, resolve: want } = Promise.withResolvers<void>()
    await page.route('**/assets/werkstatt-*', async route => {
      await wanted
      await route.continue()
    })
    await page.goto(`${servers.fixture.url}/ueber-uns/team`, { waitUntil: 'domcontentloaded' })
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
    const { page, errors } = await newPage('@sparticuz/chromium')
    await page.goto(`${servers.fixture.url}/ueber-uns/team`)
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

  test.each(['iframe', 'object'])('fits an <%s> of 600 px into its column', async name => {
    const page = await open(today('fixture', '/musterseite'))
    const pageWidth = () => page.evaluate(() => document.body.scrollWidth)
    expect(await pageWidth()).toBe(phone.width)
    const widths = await page.locator('.r-prose-text').evaluate(embedIn, name)
    expect(widths.embedded).toBe(widths.column)
    expect(await pageWidth()).toBe(phone.width)
  })
})

// The function below runs in the page.

/** Appends an element with a width of 600 pixels to a text. Returns the width of both. */
function embedIn(text: Element, name: string) {
  const embedded = document.createElement(name)
  embedded.setAttribute('width', '600')
  text.append(embedded)
  const column = text.getBoundingClientRect().width
  return { embedded: embedded.getBoundingClientRect().width, column }
}
