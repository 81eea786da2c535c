import { expect, test } from 'vitest'
import { needsPackaged } from './support/carried.ts'
import { open, today } from './support/open-page.ts'

test.each([
  { scripts: true, isShown: true },
  { scripts: false, isShown: false },
])(
  'a visitor is offered to copy the address only where it works: %o',
  needsPackaged(),
  async ({ scripts, isShown }) => {
    const page = await open(today('fixture', '/kontakt'), { javaScriptEnabled: scripts })
    const button = page.getByRole('button', { name: 'Adresse kopieren' })
    expect(await button.isVisible()).toBe(isShown)
  },
)
