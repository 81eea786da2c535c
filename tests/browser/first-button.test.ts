// The first button of the home page is visible without scrolling on common screens.
import { describe, expect, test } from 'vitest'
import { needsPackaged } from './support/carried.ts'
import { ofAcme, open, today } from './support/open-page.ts'
import { screens, setHeading } from './support/windows.ts'

describe('the home page of the own site', { ...needsPackaged(), ...ofAcme }, () => {
  test.each(screens)('shows its first button in a window of $width by $height', async viewport => {
    const page = await open(today('own', '/'), { viewport })
    expect(await page.evaluate(firstButton)).toEqual({ isSeen: true })
  })
})

// The fixture's header has two lines, so a phone on its side has room for only one line of a heading.
const higher = screens.filter(({ height }) => height > 400)
describe.each([
  { heading: 'Ein Lager, das immer stimmt', on: screens },
  { heading: 'Maßgeschneiderte Warenwirtschaftslösungen', on: higher },
  { heading: 'Rechtsschutzversicherungsgesellschaftlich', on: higher },
  { heading: 'Eine Warenwirtschaft, die auch am Montag ohne uns noch stimmt', on: higher },
])('the home page of the fixture site with the heading “$heading”', needsPackaged(), ({ heading, on }) => {
  test.each(on)('shows its first button in a window of $width by $height', async viewport => {
    const page = await open(today('fixture', '/'), { viewport })
    await setHeading(page, heading)
    expect(await page.evaluate(firstButton)).toEqual({ isSeen: true })
  })
})

// The function below runs in the page.

/** Whether the first button is visible, on all four sides. */
function firstButton() {
  const button = document.querySelector('main :is(.r-button, button)')
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
