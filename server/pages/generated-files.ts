import type { Company } from '../../shared/owner.ts'
import type { Row, Table } from '../../shared/page-table.ts'
import { type Folder, foldersOf } from './content-folders.ts'
import { escapeHtml } from './escape-html.ts'

/** The files that are generated from the page table and the company's facts, by name. The sitemap is made apart. */
export const generatedFiles = (table: Table, company: Company, origin: string): Record<string, string> => ({
  'robots.txt': `User-agent: *\nAllow: /\n\nSitemap: ${origin}/sitemap.xml\n`,
  '.well-known/security.txt': securityTxt(company, origin),
  ...feedsOf(table, company, origin),
})

/** The Atom feed (RFC 4287) of each folder of shared/site/content/ whose pages have dates: the newest twenty. */
function feedsOf(table: Table, company: Company, origin: string): Record<string, string> {
  const feeds: Record<string, string> = {}
  for (const folder of foldersOf(table).values())
    if (folder.feed) feeds[folder.feed.slice(1)] ??= feedOf(folder, folder.feed, company, origin)
  return feeds
}

/** In entries. */
const MAX_FEED_LENGTH = 20

function feedOf({ index, pages }: Folder, path: string, company: Company, origin: string): string {
  const at = (row: Row) => `<id>${origin}${row.path}</id>\n<link href="${origin}${row.path}"/>\n`
  const title = (row: Row) => `<title>${escapeHtml(row.heading)}</title>\n`
  const updated = (row?: Row) => `<updated>${row?.date}T00:00:00Z</updated>\n`
  const entries = pages.slice(0, MAX_FEED_LENGTH).map(
    post => `<entry>
${title(post)}${at(post)}${updated(post)}<published>${post.date}T00:00:00Z</published>
<summary>${escapeHtml(post.description)}</summary>
</entry>
`,
  )
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${company.lang}">
${title(index)}<subtitle>${escapeHtml(index.description)}</subtitle>
${at(index)}<link rel="self" href="${origin}${path}"/>
${updated(pages[0])}<author><name>${escapeHtml(company.name)}</name></author>
${entries.join('')}</feed>
`
}

/** When security.txt expires. Set by the build: scripts/bundle/define.ts. */
declare const SECURITY_EXPIRES: string

/** security.txt: RFC 9116. */
const securityTxt = (company: Company, origin: string) => `Contact: mailto:${company.email}
Expires: ${SECURITY_EXPIRES}
Preferred-Languages: ${company.lang}
Canonical: ${origin}/.well-known/security.txt
`
