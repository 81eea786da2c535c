import type { Page, PageScreenshotOptions } from 'playwright-core'
import sharp from 'sharp'
import { luminance } from '../../support/contrast.ts'

export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** The pixels of a screenshot. */
export async function pixelsOf(page: Page, options: PageScreenshotOptions = {}) {
  const picture = await page.screenshot(options)
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  /** The colour of a pixel, as #rrggbb. */
  const at = (x: number, y: number) => {
    const start = (y * width + x) * channels
    return `#${data.subarray(start, start + 3).toString('hex')}`
  }
  /** The colours in a part of the screenshot. */
  const coloursIn = (box: Box) => {
    const colours = new Set<string>()
    for (let y = Math.max(0, Math.floor(box.y)); y < Math.min(height, box.y + box.height); y++)
      for (let x = Math.max(0, Math.floor(box.x)); x < Math.min(width, box.x + box.width); x++)
        colours.add(at(x, y))
    return colours
  }
  return { width, height, at, coloursIn }
}

/** The texts of a page with too little contrast between their darkest and lightest pixel. */
export async function paleTexts(page: Page): Promise<string[]> {
  const texts = await page.evaluate(boxesOfTexts)
  const { coloursIn } = await pixelsOf(page, { fullPage: true })
  const pale = texts.filter(({ box }) => {
    const lights = [...coloursIn(box)].map(luminance)
    return (Math.max(...lights) + 0.05) / (Math.min(...lights) + 0.05) < CONTRAST
  })
  return pale.map(({ text }) => text)
}

/** The minimum for large letters. Small letters consist mostly of blurred edges, so axe computes their contrast instead. */
const CONTRAST = 3

// The function below runs in the page.

/** The first line of each visible text of the page, except in disabled elements, which may be pale. */
function boxesOfTexts() {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  const found = []
  while (texts.nextNode()) {
    const { currentNode: node } = texts
    const element = node.parentElement
    const text = node.textContent?.trim() ?? ''
    if (
      !/[\p{L}\p{N}]/u.test(text) ||
      !element?.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    )
      continue
    if (element.closest('.r-visually-hidden, .r-skip-link, :disabled, option')) continue
    range.selectNodeContents(node)
    const [{ x, y, width, height } = new DOMRect()] = range.getClientRects()
    // Without the edges, where the background of a word may end.
    const box = { x: x + 2, y: y + scrollY + 2, width: width - 4, height: height - 4 }
    if (box.width > 0) found.push({ text: text.slice(0, 40), box })
  }
  return found
}
