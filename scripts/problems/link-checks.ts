import type { Table } from '../../shared/page-table.ts'
import { notPublished } from '../lib/publication.ts'

/** What the checks of links know of a site. */
export interface LinkTargets {
  table: Table
  isPage(path: string): boolean
  isFile(path: string): boolean
  /** By the path of a page that is not published yet: when it will be, as in scripts/lib/publication.ts. */
  unpublished: ReadonlyMap<string, string>
  /** Names a link of the page at this path, with its file and line where they are known. */
  linkAt(path: string, href: string): string
}

export const noHeading = (fragment: string) => `that page has no heading with the address #${fragment}`

/** What is wrong with a link to a path of the site, and what to write instead. */
export function linkProblem(path: string, from: string, targets: LinkTargets): string | undefined {
  const { table, isPage, isFile, unpublished } = targets
  const current = table.redirectOf(path)
  if (current) return `write ${current}`
  const day = unpublished.get(path)
  const problem = notPublished(day, unpublished.get(from))
  if (problem) return problem
  if (day || path === from || isPage(path) || isFile(path)) return undefined
  const row = table.match(path)?.row
  return row ? `\`paths\` of the loader ${row.id} does not name it` : 'there is no such page or file'
}
