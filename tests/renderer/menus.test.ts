// The menus of header and footer, from the page table. landmarks.test.ts has their HTML.
import { expect, test } from 'vitest'
import { createPageTable } from '../../shared/page-table.ts'
import { rowsWith } from '../support/rows.ts'

const { menus } = createPageTable(
  rowsWith({
    home: { path: '/', label: 'Home', menus: { header: 2 } },
    last: { path: '/last', label: 'Last', menus: { header: 10, footer: 0 } },
    none: { path: '/none', label: 'None' },
    first: { path: '/first', label: 'First', menus: { header: 0, footer: 1 } },
    french: { path: '/francais', label: 'Français', menus: { footer: 0.5 }, lang: 'fr' },
  }),
)

test('the menu of the header has the pages that name a place in it, 0 too, in the order of their places', () => {
  expect(menus.header).toEqual([
    { path: '/first', label: 'First' },
    { path: '/', label: 'Home' },
    { path: '/last', label: 'Last' },
  ])
})

test('the menu of the footer has an order of its own, and the language of a page in another', () => {
  expect(menus.footer).toEqual([
    { path: '/last', label: 'Last' },
    { path: '/francais', label: 'Français', lang: 'fr' },
    { path: '/first', label: 'First' },
  ])
})
