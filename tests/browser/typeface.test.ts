// No word moves to another line when the typeface has loaded.
import type { Page } from 'playwright-core'
import { describe, expect, type TestContext, test } from 'vitest'
import { needsPackaged } from './support/carried.ts'
import { desk, type Look, newPage, ofAcme, phone, servers, sites, texts, today } from './support/open-page.ts'

const ownPages = [...sites.own.routes.map(({ path }) => path), '/404'].map(path => today('own', path))
const fixturePages = ['/', '/musterseite', '/kontakt', ...texts].map(path => today('fixture', path))

/**
 * In pixels. A fallback's ascent and descent are whole percentages of its size, so a line may be higher by a fraction of a
 * pixel, which the layout rounds up.
 */
const ROUNDING = 1

describe('when the typeface loads,', needsPackaged(), () => {
  describe.each(fixturePages)('$path of the $site site', keepsItsLines)
  describe.each(ownPages)('$path of the $site site', ofAcme, keepsItsLines)
})

function keepsItsLines(look: Look) {
  test.for([
    { name: 'a phone', viewport: phone },
    { name: 'a desk', viewport: desk },
  ])('keeps every word on its line, on $name', async ({ viewport }, context) => {
    const { page } = await newPage(look.name, { viewport, reducedMotion: 'reduce' })
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/*', async route => {
      const type = route.request().resourceType()
      if (type === 'image') return // Never loads, so only the typeface can move text.
      if (type === 'font') await released
      await route.continue()
    })
    await page.goto(servers[look.site].url + look.path, { waitUntil: 'domcontentloaded' })
    const before = await page.evaluate(textsOf)
    await expectFallback(page, context)
    release()
    await page.evaluate(() => document.fonts.ready.then(() => {}))
    const after = await page.evaluate(textsOf)

    const moved = before.flatMap((text, index) => {
      const { lines, top } = after[index] ?? { lines: 0, top: Number.NaN }
      const isSame = text.lines === lines && Math.abs(text.top - top) <= ROUNDING
      return isSame ? [] : [{ ...text, later: { lines, top } }]
    })
    expect(moved).toEqual([])
  })
}

/** Expects the typeface to be loading, and a fallback of fonts.css to be used until then. A machine may have no fallback. */
async function expectFallback(page: Page, { skip, task }: TestContext) {
  const faces = await page.evaluate(() =>
    [...document.fonts].map(({ family, status, ascentOverride }) => ({ family, status, ascentOverride })),
  )
  expect(faces).toContainEqual(expect.objectContaining({ status: 'loading', ascentOverride: 'normal' }))
  const hasFallback = faces.some(
    ({ status, ascentOverride }) => status === 'loaded' && ascentOverride !== 'normal',
  )
  if (hasFallback || process.env.TESTS === 'all')
    return expect({ hasFallback }).toEqual({ hasFallback: true })
  task.meta.leftOut = 'install fonts-liberation (Debian’s name)'
  skip()
}

// The function below runs in the page.

/** Every text, with the number of its lines and the position of its top. */
function textsOf() {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  const found = []
  while (texts.nextNode()) {
    const { currentNode: text } = texts
    if (
      !text.parentElement?.checkVisibility() ||
      text.parentElement.closest('.r-visually-hidden, .r-skip-link')
    )
      continue
    range.selectNodeContents(text)
    const [top, ...others] = [...range.getClientRects()].map(line => Math.round(line.top))
    if (top !== undefined)
      found.push({ text: text.textContent?.slice(0, 40), lines: new Set([top, ...others]).size, top })
  }
  return found
}
