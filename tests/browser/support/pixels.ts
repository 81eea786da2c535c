import type { Page } from 'playwright-core'
import sharp from 'sharp'

export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** What a page shows in a part of its window, or in all of it: the pixels of a screenshot. */
export async function pixelsOf(page: Page, clip?: Box) {
  const picture = await page.screenshot(clip ? { clip } : {})
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  /** The colour of a pixel, as #rrggbb. */
  const at = (x: number, y: number) => {
    const start = (Math.round(y) * width + Math.round(x)) * channels
    return `#${data.subarray(start, start + 3).toString('hex')}`
  }
  const rows = Array.from({ length: height }, (_, y) => Array.from({ length: width }, (_, x) => at(x, y)))
  return { width, height, at, rows, colours: new Set(rows.flat()) }
}

/** From 0, black, to 1, white: https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
export function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(start => {
    const value = Number.parseInt(colour.slice(start, start + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
