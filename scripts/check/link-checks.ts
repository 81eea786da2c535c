import type { Table } from '../../shared/page-table.ts'

/** What the checks of links know of the site. */
export interface Site {
  table: Table
  /** Whether there is a page or a file at this path. */
  exists(path: string): boolean
  /** The pages that are not published yet, by their path: since when they will be, or "draft". */
  unpublished: ReadonlyMap<string, string>
  /** Names a link of the page at this path, with its file and line where they are known. */
  linkAt(path: string, href: string): string
}

export const noHeading = (fragment: string) => `that page has no heading with the address #${fragment}`

const HERE = 'http://site.invalid'

/** What a part of an address says, as it is written with a malformed percent-escape. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text).normalize()
  } catch {
    return text
  }
}

/** Where a link leads on this site, from the page at `from`; undefined where it leads elsewhere. */
export function targetOf(href: string, from: string) {
  const url = URL.parse(href, HERE + from)
  if (url?.origin !== HERE) return undefined
  return { path: decoded(url.pathname), fragment: decoded(url.hash.slice(1)) }
}

/** A link that is relative to the folder of its file as one that is not: whatever the path of its page, it leads to the same. */
export function absolute(written: string, folder: string): string {
  const url = URL.parse(written, `${HERE}${folder}/`)
  if (url?.origin !== HERE || /^[/#]|^$/.test(written)) return written
  return url.href.slice(HERE.length).replace(/(?<=[^?#])\/(?=[?#]|$)/, '')
}

/** What somebody meant who writes an address that leads nowhere. */
const cures: [meant: RegExp, cure: (written: string) => string][] = [
  [/^[\w.+-]+@[\w-]+(\.[\w-]+)+$/, written => `mailto:${written}`],
  [/^\+?\d[\d ()/-]{4,}$/, written => `tel:${written.replace(/[^+\d]/g, '')}`],
  [/^(www\.|([\w-]+\.)+(com|org|net|eu|de|at|ch|uk|fr|nl|io)(\/|$))/i, written => `https://${written}`],
  [
    /^[^/].*\.(pdf|zip|docx|xlsx)$/i,
    written => `${written.replace(/.*\//, '/')}, and put the file into shared/public/`,
  ],
  [/(^|\/)index\.(md|markdown)(?=#|$)/i, written => written.replace(/index\.\w+/i, '')],
  [/\.(md|markdown)(?=#|$)/i, written => written.replace(/\.\w+(?=#|$)/, '')],
]

/** What is wrong with a link to a path of the site, and what to write instead. `written` is the link as it is written. */
export function linkProblem(path: string, from: string, written: string, site: Site): string | undefined {
  const { table, exists, unpublished } = site
  const current = table.redirectOf(path)
  if (current) return `write ${current}`
  const day = unpublished.get(path)
  if (day && day > (unpublished.get(from) ?? ''))
    return day === 'draft' ? 'that page is a draft' : `that page is not published before ${day}`
  if (day || path === from || exists(path)) return undefined
  const [, cure] = cures.find(([meant]) => meant.test(written)) ?? []
  return cure ? `write ${cure(written)}` : 'there is no such page or file'
}
