// The skip link: when it's visible, and where it leads.
import { describe, expect, test } from 'vitest'
import { needsPackaged } from './support/carried.ts'
import { oldest, open, sites, today } from './support/open-page.ts'

describe.each([
  { ...today('own', '/'), scripts: true },
  { ...today('fixture', '/musterseite'), scripts: true },
  { ...today('fixture', '/musterseite'), scripts: false },
  { ...oldest('fixture', '/musterseite'), scripts: true },
])('the skip link of $path of the $site site, in $name, scripts: $scripts', needsPackaged(), look => {
  test('is invisible until the first Tab, and then leads Tab to the first link or control in <main>', async () => {
    const page = await open(look, { javaScriptEnabled: look.scripts })
    expect(await page.evaluate(seenLink)).toBeUndefined()
    await page.keyboard.press('Tab')
    expect(await page.evaluate(seenLink)).toBe(sites[look.site].facts.messages.skipLink)
    await page.keyboard.press('Enter')
    await page.waitForURL('**#main')
    await page.keyboard.press('Tab')
    const [focused, first] = await page.evaluate(() => [
      document.activeElement?.outerHTML,
      document.querySelector('main :is(a[href], button, input, summary, [tabindex="0"])')?.outerHTML,
    ])
    expect(focused).toBe(first)
  })
})

// The function below runs in the page.

/** The text of the skip link, if its centre is visible. */
function seenLink() {
  const link = document.querySelector('a[href="#main"]')
  const { left, right, top, bottom } = link?.getBoundingClientRect() ?? new DOMRect()
  const seen = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
  return link?.contains(seen) ? link.textContent : undefined
}
