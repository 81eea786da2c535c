// A visitor without scripts gets the address, all links, and no dead button.
import { describe, expect, test } from 'vitest'
import { needsPackaged } from './support/carried.ts'
import { desk, type Look, oldest, open, phone, sites, today } from './support/open-page.ts'
import { sticksOut } from './support/windows.ts'

const windows = [
  { name: 'a window of 320 px', viewport: { width: 320, height: 568 } },
  { name: 'a phone', viewport: phone },
  { name: 'a desk', viewport: desk },
]

describe.each([today('fixture', '/kontakt'), oldest('fixture', '/kontakt')])(
  '$path of the $site site, in $name, without scripts',
  needsPackaged(),
  look => {
    test.each(windows)(
      'shows all links, and the whole one to the e-mail address, in $name',
      async ({ viewport }) => {
        const page = await open(look, { javaScriptEnabled: false, viewport })
        expect(await page.evaluate(unseenLinks)).toEqual([])
        const address = 'mailto:warenwirtschaft@mueller-u-soehne.example'
        expect(await page.evaluate(linksToAddress)).toEqual([{ href: address, isSeen: true }])
        expect(await page.evaluate(sticksOut)).toEqual([])
      },
    )

    test('shows no button in <main>, because none would work', async () => {
      const page = await open(look, { javaScriptEnabled: false })
      const buttons = page.locator('main button:visible')
      expect(await buttons.allInnerTexts()).toEqual([])
    })
  },
)

test('with scripts, a visitor gets a button to copy the e-mail address', needsPackaged(), async () => {
  const page = await open(today('fixture', '/kontakt'))
  const buttons = page.locator('main button:visible')
  expect(await buttons.allInnerTexts()).toEqual(['Adresse kopieren'])
})

const ownPages = sites.own.routes.map(({ path }): Look => today('own', path))
describe.each(ownPages)('$path of the own site', needsPackaged(), look => {
  test('shows the same e-mail links with and without scripts', async () => {
    const viewport = { width: 320, height: 568 }
    const withScripts = await open(look, { viewport })
    const without = await open(look, { viewport, javaScriptEnabled: false })
    const links = await without.evaluate(linksToAddress)
    expect(links).toEqual(await withScripts.evaluate(linksToAddress))
  })
})

// The functions below run in the page.

/** The visible e-mail links, and whether each of their lines is uncovered. */
function linksToAddress() {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('main a[href^="mailto:"]')]
  return links
    .filter(link => link.checkVisibility())
    .map(link => {
      link.scrollIntoView({ block: 'center', behavior: 'instant' })
      const words = document.createRange()
      words.selectNodeContents(link)
      const isSeen = [...words.getClientRects()].every(({ left, right, top, bottom }) => {
        const y = (top + bottom) / 2
        return [left + 1, right - 1].every(x => link.contains(document.elementFromPoint(x, y)))
      })
      return { href: link.getAttribute('href'), isSeen }
    })
}

/** The links of a page that a visitor can't reach. */
function unseenLinks() {
  const links = [...document.querySelectorAll('main a')]
  const unseen = links.filter(link => {
    link.scrollIntoView({ block: 'center', behavior: 'instant' })
    const [{ x, y, width, height } = new DOMRect()] = link.getClientRects()
    return !link.contains(document.elementFromPoint(x + width / 2, y + height / 2))
  })
  return unseen.map(({ outerHTML }) => outerHTML)
}
