import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Table } from '../../shared/page-table.ts'
import type { Source } from './read-content.ts'
import { root } from './root.ts'

/** The file of a page's component, such as shared/pages/how-we-work.tsx for howWeWork. */
export const pageFile = (id: string, folder = 'shared') =>
  `${folder}/pages/${id.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}.tsx`

/** Names a link of a page, as it is written, with its file and line; with the page's path where only the layout has it. */
export const linkIn = (sources: readonly Source[], table: Table) => (path: string, href: string) => {
  const source = sources.find(({ page }) => page.path === path)
  const link = source?.links.find(link => link.href === href)
  if (source && link) return `shared/content/${source.id}:${link.line}: the link to ${link.text}`
  const row = table.at(path)
  const file = row && !source ? pageFile(row.id, row.server && 'server') : ''
  const rows = existsSync(join(root, file)) && file ? readFileSync(join(root, file), 'utf8').split('\n') : []
  const line = rows.findIndex(row => ["'", '"', '`'].some(quote => row.includes(quote + href + quote))) + 1
  return `${line ? `${file}:${line}` : path}: the link to ${href}`
}
