// Printed pages: what is left out, page breaks, dark text on white, and the number of sheets.
import type { BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { needsPackaged } from './support/carried.ts'
import { desk, type Look, ofAcme, open, pages, sites, texts, today } from './support/open-page.ts'
import { paleTexts } from './support/pixels.ts'

/** A4 within its margins, in CSS pixels. In portrait, a page has the menu button, in landscape the links of the header. */
const upright = { width: 718, height: 1047 }
const onItsSide = { width: 1047, height: 718 }

/** Opens a page as it is printed. */
async function openPrinted(look: Look, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await open(look, { viewport: upright, ...options })
  await page.emulateMedia({ media: 'print' })
  return page
}

describe.each(pages)('a print of $path of the $site site, in $name,', needsPackaged(), look => {
  test.each([
    { name: 'in portrait', viewport: upright },
    { name: 'in landscape', viewport: onItsSide },
  ])('leaves out menus, videos and button links, $name', async ({ viewport }) => {
    const page = await openPrinted(look, { viewport })
    expect(await page.evaluate(ofNoUseOnPaper)).toEqual([])
  })

  test('has no pale text, even in the dark scheme', async () => {
    const page = await openPrinted(look, { colorScheme: 'dark' })
    expect(await paleTexts(page)).toEqual([])
  })
})

const fixturePages = ['/', '/kontakt', ...texts].map(path => today('fixture', path))
const ownPages = [...sites.own.routes.map(({ path }) => path), '/404'].map(path => today('own', path))

describe('a sheet of A4', needsPackaged(), () => {
  test.each(fixturePages)('fits $path of the $site site', isOneSheet)
  test.each(ownPages)('fits $path of the $site site', ofAcme, isOneSheet)
})

async function isOneSheet(look: Look) {
  const page = await open(look, { viewport: desk })
  const pdf = await page.pdf({ format: 'A4' })
  const sheets = pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)
  expect(sheets).toHaveLength(1)
}

// Columns break like sheets, and can be measured. Many heights, so that the breaks vary.
const from = (first: number, step: number) => Array.from({ length: 12 }, (_, index) => first + step * index)
describe.each([
  { ...today('fixture', '/'), heights: from(160, 20) },
  { ...today('fixture', '/musterseite'), heights: from(900, 11) },
])('a page break in $path', needsPackaged(), ({ heights, ...look }) => {
  test('splits no line, image, table row or card', async () => {
    const page = await openPrinted(look)
    for (const height of heights) {
      await page.evaluate(layInSheets, height)
      expect({ height, torn: await page.evaluate(torn, height) }).toEqual({ height, torn: [] })
    }
  })

  test('doesn’t follow a heading', async () => {
    const page = await openPrinted(look)
    for (const height of heights) {
      await page.evaluate(layInSheets, height)
      expect({ height, alone: await page.evaluate(headingsAlone) }).toEqual({ height, alone: [] })
    }
  })
})

describe('a print of a page with everything', needsPackaged(), () => {
  const printEverything = () => openPrinted(today('fixture', '/musterseite'))

  test('shows the address after an external link', async () => {
    const page = await printEverything()
    expect(await page.evaluate(addressBehindLink, 'https://a.example/')).toBe('" (https://a.example/)"')
  })
})

// The functions below run in the page.

/** The text that the stylesheet adds after a link to an address. */
function addressBehindLink(address: string) {
  const link = document.querySelector<HTMLAnchorElement>('main p a')!
  link.href = address
  return getComputedStyle(link, '::after').content
}

/** The visible elements that are useless on paper, because they can only be clicked. */
function ofNoUseOnPaper() {
  const useless = '.r-header :is(nav, button), .r-footer nav, .r-skip-link, .actions, .r-next, .r-copy, video'
  const shown = [...document.querySelectorAll(useless)].filter(element => element.checkVisibility())
  return shown.map(element => element.outerHTML.slice(0, 80))
}

/** Lays the page out in columns of a height, side by side. */
function layInSheets(height: number) {
  Object.assign(document.body.style, {
    blockSize: `${height}px`,
    columns: '700px auto',
    columnGap: '0',
    columnFill: 'auto',
  })
}

/** The elements that are split between two columns, and the texts that overflow one. */
function torn(height: number) {
  const whole = [...document.querySelectorAll('img, svg, figure, tr, pre, label, .tile, .card')]
  const isTorn = (element: Element) => new Set([...element.getClientRects()].map(({ left }) => left)).size > 1
  const found = whole.filter(element => element.checkVisibility() && isTorn(element))
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  const cut = []
  while (texts.nextNode()) {
    range.selectNodeContents(texts.currentNode)
    const lines = [...range.getClientRects()]
    if (texts.currentNode.parentElement?.checkVisibility() && lines.some(({ bottom }) => bottom > height + 1))
      cut.push(texts.currentNode.textContent?.slice(0, 40))
  }
  return [...found.map(element => element.outerHTML.slice(0, 80)), ...cut]
}

/** The headings that end in another column than the element after them begins. */
function headingsAlone() {
  const columnOf = (element: Element | null | undefined, end: 'first' | 'last') => {
    const lines = [...(element?.getClientRects() ?? [])].map(({ left }) => Math.floor(left / 100))
    return lines.at(end === 'first' ? 0 : -1)
  }
  const headings = [...document.querySelectorAll('main :is(h2, h3)')].filter(heading => {
    const { nextElementSibling: next } = heading
    if (!heading.checkVisibility() || !next?.checkVisibility()) return false
    return columnOf(heading, 'last') !== columnOf(next, 'first')
  })
  return headings.map(({ textContent }) => textContent)
}
