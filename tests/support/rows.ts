import { makeTable, type OwnersWords, rowsOf } from '../../scripts/bundle/make-table.ts'
import type { Page } from '../../shared/owner.ts'
import type { Row, Table } from './engine.ts'
import { owner } from './owner.tsx'

/** The rows of a page table with these pages, of which a test says no more than it is about. */
export function rowsWith(pages: Record<string, Partial<Page> & Pick<Page, 'path'>>) {
  const words = { title: 'A page', description: 'What it shows.', label: 'x' }
  const written = Object.entries(pages).map(([id, page]) => [id, { ...words, ...page }] as const)
  return rowsOf(Object.fromEntries(written), owner.company)
}

/** One such row, with what a test says of it. */
export function rowWith(id: string, path: Row['path'], more: Partial<Row> = {}): Row {
  const [row] = rowsWith({ [id]: { path } }) as [Row]
  return { ...row, ...more }
}

const ownersWords: OwnersWords = { ...owner, translations: {} }

/** The page table of rows that a test has changed, or written. */
export const tableOf = (rows: readonly Row[], words: Partial<OwnersWords> = {}): Table =>
  makeTable(rows, { ...ownersWords, ...words })

/** The rows of a table that is written as a text: a line for each, with → between the cells and ⏎ for a new line. */
export const rowsIn = (table: string) =>
  table
    .trim()
    .split('\n')
    .map(row => row.split(' → ').map(cell => cell.trim().replaceAll('⏎', '\n').replaceAll('⇥', '\t')))
