import type { Page } from 'playwright-core'
import { Headline } from '../../../shared/ui/headline.tsx'

/** The viewports of common screens, without the browser's bars: laptops, a phone in landscape and portrait, a desktop. */
export const screens = [
  { width: 1366, height: 657 },
  { width: 1280, height: 600 },
  { width: 1280, height: 665 },
  { width: 1024, height: 640 },
  { width: 844, height: 390 },
  { width: 390, height: 664 },
  { width: 1920, height: 945 },
]

/** Calls a function in windows of every width, each with text of the default size and of twice that size. */
export async function inWindows(page: Page, widths: number[], look: (size: string) => Promise<void>) {
  for (const width of widths)
    for (const percent of [100, 200]) {
      await page.setViewportSize({ width, height: 2000 })
      await page.evaluate(resizeText, percent)
      await look(`${width} px, ${percent} %`)
    }
}

/** Changes the heading of the page. */
export function setHeading(page: Page, words: string) {
  const { props } = Headline({ children: words })
  return page.locator('h1').evaluate(
    (heading, { className = '', children }) => {
      Object.assign(heading, { className, textContent: children })
    },
    props as { className?: string; children: string },
  )
}

// The functions below run in the page.

export function resizeText(percent: number) {
  document.documentElement.style.fontSize = percent === 100 ? '' : `${percent}%`
}

/** The elements that overflow the window or their own box, except drawings and the content of elements that scroll. */
export function sticksOut() {
  const elements = document.querySelectorAll('body *:not(svg, svg *, .r-visually-hidden, .r-skip-link)')
  const out = [...elements].filter(element => {
    const isCut = element.parentElement?.closest('.r-table, .r-prose-text > table, pre')
    if (!element.checkVisibility() || isCut) return false
    const { left, right } = element.getBoundingClientRect()
    const overflow = element.matches('h1, h2, h3, p, a, button')
      ? element.scrollWidth - element.clientWidth
      : 0
    return left < -1 || right > innerWidth + 1 || (overflow > 1 && element.clientWidth > 0)
  })
  return out.map(element => element.outerHTML.slice(0, 80))
}
