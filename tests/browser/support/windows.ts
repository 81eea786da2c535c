import type { Page } from 'playwright-core'

/** Calls a function in windows of every width, each with text of the usual size and of twice that size. */
export async function inWindows(page: Page, widths: number[], look: (size: string) => Promise<void>) {
  for (const width of widths)
    for (const percent of [100, 200]) {
      await page.setViewportSize({ width, height: 2000 })
      await page.evaluate(resizeText, percent)
      await look(`${width} px, ${percent} %`)
    }
}

// What follows runs in the page.

export function resizeText(percent: number) {
  document.documentElement.style.fontSize = percent === 100 ? '' : `${percent}%`
}

/** What reaches beyond the window or its own box. What is in an element that scrolls may, and drawings do. */
export function sticksOut() {
  const elements = document.querySelectorAll('body *:not(svg, svg *, .visually-hidden, .skip-link)')
  const out = [...elements].filter(element => {
    const isCut = element.parentElement?.closest('.table, .prose-text > table, pre')
    if (!element.checkVisibility() || isCut) return false
    const { left, right } = element.getBoundingClientRect()
    const overflow = element.matches('h1, h2, h3, p, a, button')
      ? element.scrollWidth - element.clientWidth
      : 0
    return left < -1 || right > innerWidth + 1 || (overflow > 1 && element.clientWidth > 0)
  })
  return out.map(element => element.outerHTML.slice(0, 80))
}
