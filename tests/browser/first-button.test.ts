import { describe, expect, test } from 'vitest'
import { leaveOut } from '../support/needs.ts'
import { needsPackaged } from './support/carried.ts'
import { open, sites, today } from './support/open-page.ts'

// An owner may say more above the first button, or have none.
const ofAcme = leaveOut(sites.own.facts.company.name !== 'Acme Software', 'the site is a company’s')

/** What browsers leave of a screen between their bars: laptops, a phone on its side and upright, a desk. */
const windows = [
  { width: 1366, height: 657 },
  { width: 1280, height: 600 },
  { width: 1280, height: 665 },
  { width: 1024, height: 640 },
  { width: 844, height: 390 },
  { width: 390, height: 664 },
  { width: 1920, height: 945 },
]

describe('the home page of the own site', { ...needsPackaged(), ...ofAcme }, () => {
  test.each(windows)('shows its first button in a window of $width by $height', async viewport => {
    const page = await open(today('own', '/'), { viewport })
    expect(await page.evaluate(firstButton)).toEqual({ isSeen: true })
  })
})

describe('the home page of the fixture site', needsPackaged(), () => {
  test.each(windows)('shows its first button in a window of $width by $height', async viewport => {
    const page = await open(today('fixture', '/'), { viewport })
    await page.evaluate(say, 'Ein Lager, das immer stimmt')
    expect(await page.evaluate(firstButton)).toEqual({ isSeen: true })
  })

  test.each(windows)('has a heading that is a statement in a window of $width by $height', async viewport => {
    const page = await open(today('fixture', '/'), { viewport })
    await page.evaluate(say, 'Lager')
    const heading = await page.locator('h1').boundingBox()
    expect(heading?.height).toBeGreaterThan(viewport.width * 0.065)
  })
})

// What follows runs in the page.

/** Gives the page a heading as long as most have it: that of the fixture has two words, which take three lines. */
function say(words: string) {
  document.querySelector('h1')!.textContent = words
}

/** Whether the first button is in the window, with all of its corners. */
function firstButton() {
  const button = document.querySelector('main :is(.button, button)')
  const { left, right, top, bottom } = button?.getBoundingClientRect() ?? new DOMRect()
  const middle = (left + right) / 2
  const points = [
    { x: middle, y: top + 1 },
    { x: middle, y: bottom - 1 },
    { x: left + 1, y: (top + bottom) / 2 },
    { x: right - 1, y: (top + bottom) / 2 },
  ]
  const isSeen = points.every(({ x, y }) => button?.contains(document.elementFromPoint(x, y)))
  return isSeen ? { isSeen } : { isSeen, top, bottom, window: innerHeight }
}
