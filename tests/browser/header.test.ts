import { expect, test } from 'vitest'
import { needsPackaged } from './support/carried.ts'
import { oldest, open, sites, today } from './support/open-page.ts'
import { inWindows, sticksOut } from './support/windows.ts'

test.each([
  { ...today('own', '/'), scripts: false },
  { ...today('fixture', '/'), scripts: true },
  { ...today('fixture', '/'), scripts: false },
  { ...oldest('fixture', '/'), scripts: false },
])('the $site header breaks no word, in $name, scripts: $scripts', needsPackaged(), async look => {
  const page = await open(look, { javaScriptEnabled: look.scripts })
  const { length } = sites[look.site].table.menus.header
  const widths = [240, 320, 390, 480, 560, 640, 700, 768, 900, 1024, 1280, 1600, 1920, 2560]
  await inWindows(page, widths, async size => {
    const { links, hasButton, ...problems } = await page.evaluate(headerOf)
    expect(problems, size).toEqual({ broken: [], hiddenTargets: [] })
    expect(await page.evaluate(sticksOut), size).toEqual([])
    if (hasButton) expect(links, size).toBe(0)
    else expect(links, size).toBeGreaterThanOrEqual(length)
  })
})

test(
  'a name of 40 letters stands in the header whole, in windows from 320 px on',
  needsPackaged(),
  async () => {
    const page = await open(today('fixture', '/'))
    await page.evaluate(nameCompany, 'Müllers & Söhne Warenwirtschaftslösungen')
    for (const width of [320, 390, 480, 640, 768, 900, 1024, 1280, 1920]) {
      await page.setViewportSize({ width, height: 2000 })
      const { broken, hiddenTargets } = await page.evaluate(headerOf)
      const out = await page.evaluate(sticksOut)
      expect({ width, broken, hiddenTargets, out }).toEqual({ width, broken: [], hiddenTargets: [], out: [] })
    }
  },
)

// What follows runs in the page.

/** Gives the company another name where the header shows it. */
function nameCompany(name: string) {
  document.querySelector('.logo span')!.textContent = name
}

/** What the header shows, which of its words are broken, and what can have the focus although it is not seen. */
function headerOf() {
  const targets = [...document.querySelectorAll<HTMLElement>('.header :is(a, button)')].map(target => {
    target.focus({ preventScroll: true })
    const [{ x, y, width, height } = new DOMRect()] = target.getClientRects()
    const isSeen = width > 0 && target.contains(document.elementFromPoint(x + width / 2, y + height / 2))
    return { target, isSeen, isFocusable: document.activeElement === target }
  })
  const seen = targets.filter(({ isSeen }) => isSeen).map(({ target }) => target)
  const range = document.createRange()
  const brokenWords = (target: Element) => {
    const [text] = [...target.childNodes, ...(target.querySelector('span')?.childNodes ?? [])].filter(
      node => node instanceof Text,
    )
    return [...(text?.data ?? '').matchAll(/\S+/g)].filter(({ 0: { length }, index }) => {
      range.setStart(text!, index)
      range.setEnd(text!, index + length)
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1
    })
  }
  return {
    broken: seen.flatMap(brokenWords).map(String),
    hiddenTargets: targets
      .filter(({ isSeen, isFocusable }) => isSeen !== isFocusable)
      .map(({ target }) => target.outerHTML),
    links: seen.filter(target => target.matches('nav a')).length,
    hasButton: seen.some(target => target.matches('.menu-button')), // An owner may add others.
  }
}
