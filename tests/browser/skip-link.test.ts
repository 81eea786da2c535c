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
  const openPage = () => open(look, { javaScriptEnabled: look.scripts })
  const { skipLink } = sites[look.site].facts.messages

  test('is invisible before the visitor presses Tab', async () => {
    const page = await openPage()
    expect(await page.evaluate(seenLink)).toBeUndefined()
  })

  test('appears when the visitor first presses Tab', async () => {
    const page = await openPage()
    await page.keyboard.press('Tab')
    expect(await page.evaluate(seenLink)).toBe(skipLink)
  })

  test('moves Tab to the first link or control in <main>', async () => {
    const page = await openPage()
    await page.keyboard.press('Tab')
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
