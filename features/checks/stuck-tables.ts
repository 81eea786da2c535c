import type { Element } from './html.ts'

/** Whether a page's text has a table that can't be scrolled by keyboard. `<Prose>` wraps only tables among its own children. */
export const hasStuckTable = (page: readonly Element[]): boolean =>
  page.some(element => element.name === 'table' && isIn(element, 'r-prose-text') && !isIn(element, 'r-table'))

function isIn({ parent }: Element, className: string): boolean {
  if (!parent) return false
  const classes = parent.attributes.get('class')?.split(/\s+/) ?? []
  return classes.includes(className) || isIn(parent, className)
}
