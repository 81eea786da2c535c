import { describe, expect, test } from 'vitest'
import { needsPackaged } from './support/carried.ts'
import { desk, open, pages, today } from './support/open-page.ts'

describe.each(pages)('$path of the $site site, in $name', needsPackaged(), look => {
  test('prints no menu and no address of this site, and breaks between lines', async () => {
    const page = await open(look, { viewport: desk }) // Where the header has links, if they fit.
    await page.emulateMedia({ media: 'print' })
    const { written, unprintable, displays } = await page.evaluate(onPaper)
    expect(written).not.toMatch(/\/|mailto:/)
    expect(unprintable).toEqual([])
    // A page break in a flexbox or grid lays one part over another.
    expect(new Set(displays)).toEqual(new Set(['block']))
  })
})

test('the home page has the e-mail address on paper, and on no screen', needsPackaged(), async () => {
  const page = await open(today('fixture', '/'))
  const address = page.getByText('warenwirtschaft@mueller-u-soehne.example')
  expect(await address.isVisible()).toBe(false)
  await page.emulateMedia({ media: 'print' })
  expect(await address.isVisible()).toBe(true)
})

// What follows runs in the page.

function onPaper() {
  const after = (element: Element) => getComputedStyle(element, '::after').content
  const shown = (all: string) => [...document.querySelectorAll(all)].filter(each => each.checkVisibility())
  const blocks = shown('body, .main, .prose, .prose-row, .prose-text, form')
  return {
    written: [...document.querySelectorAll('body, body *')].map(after).join(' '),
    unprintable: shown('.header nav, .footer nav, video').map(element => element.outerHTML.slice(0, 80)),
    displays: blocks.map(element => getComputedStyle(element).display),
  }
}
