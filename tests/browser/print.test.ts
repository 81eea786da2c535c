// Pages on paper: what is left out, what page breaks tear, dark words on white, and how many sheets.
import type { BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { needsPackaged } from './support/carried.ts'
import { desk, type Look, ofAcme, open, pages, sites, texts, today } from './support/open-page.ts'
import { paleTexts } from './support/pixels.ts'

/** A4 between its margins, in pixels of CSS: upright a page has the menu button, and on its side the links of the header. */
const upright = { width: 718, height: 1047 }
const onItsSide = { width: 1047, height: 718 }

/** Opens a page as it is printed. */
async function openPrinted(look: Look, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await open(look, { viewport: upright, ...options })
  await page.emulateMedia({ media: 'print' })
  return page
}

describe.each(pages)('on paper $path of the $site site, in $name', needsPackaged(), look => {
  test.each([
    { name: 'upright', viewport: upright },
    { name: 'on its side', viewport: onItsSide },
  ])('has no menu, no video, and no button to another page, $name', async ({ viewport }) => {
    const page = await openPrinted(look, { viewport })
    expect(await page.evaluate(ofNoUseOnPaper)).toEqual([])
  })

  test('has no pale words, in the dark scheme, too', async () => {
    const page = await openPrinted(look, { colorScheme: 'dark' })
    expect(await paleTexts(page)).toEqual([])
  })
})

const fixturePages = ['/', '/kontakt', ...texts].map(path => today('fixture', path))
const ownPages = [...sites.own.routes.map(({ path }) => path), '/404'].map(path => today('own', path))

describe('a sheet of A4', needsPackaged(), () => {
  test.each(fixturePages)('holds $path of the $site site', isOneSheet)
  test.each(ownPages)('holds $path of the $site site', ofAcme, isOneSheet)
})

async function isOneSheet(look: Look) {
  const page = await open(look, { viewport: desk })
  const pdf = await page.pdf({ format: 'A4' })
  const sheets = pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)
  expect(sheets).toHaveLength(1)
}

// A column breaks like a sheet, and can be measured. Of many heights, so that each ends at another place.
const from = (first: number, step: number) => Array.from({ length: 12 }, (_, index) => first + step * index)
describe.each([
  { ...today('fixture', '/'), heights: from(160, 20) },
  { ...today('fixture', '/musterseite'), heights: from(900, 11) },
])('where a sheet ends, $path', needsPackaged(), ({ heights, ...look }) => {
  test('is broken in no line, no picture, no row of a table and no card', async () => {
    const page = await openPrinted(look)
    for (const height of heights) {
      await page.evaluate(layInSheets, height)
      expect({ height, torn: await page.evaluate(torn, height) }).toEqual({ height, torn: [] })
    }
  })

  test('is broken after no heading', async () => {
    const page = await openPrinted(look)
    for (const height of heights) {
      await page.evaluate(layInSheets, height)
      expect({ height, alone: await page.evaluate(headingsAlone) }).toEqual({ height, alone: [] })
    }
  })
})

describe('a page with everything, on paper,', needsPackaged(), () => {
  const printEverything = () => openPrinted(today('fixture', '/musterseite'))

  test('has the address of a link to another site behind it', async () => {
    const page = await printEverything()
    expect(await page.evaluate(addressBehindLink, 'https://a.example/')).toBe('" (https://a.example/)"')
  })
})

// What follows runs in the page.

/** What the stylesheet writes behind a link to an address. */
function addressBehindLink(address: string) {
  const link = document.querySelector<HTMLAnchorElement>('main p a')!
  link.href = address
  return getComputedStyle(link, '::after').content
}

/** What can only be clicked, and is on paper nevertheless. */
function ofNoUseOnPaper() {
  const useless = '.r-header :is(nav, button), .r-footer nav, .r-skip-link, .actions, .r-next, .r-copy, video'
  const shown = [...document.querySelectorAll(useless)].filter(element => element.checkVisibility())
  return shown.map(element => element.outerHTML.slice(0, 80))
}

/** Lays the page in columns of a height, which stand beside each other. */
function layInSheets(height: number) {
  Object.assign(document.body.style, {
    blockSize: `${height}px`,
    columns: '700px auto',
    columnGap: '0',
    columnFill: 'auto',
  })
}

/** What stands in two columns, or reaches out of one. */
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

/** The headings that stand in another column than what follows. */
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
