import { company } from '../shared/company.ts'
import type { Row, Table } from '../shared/page-table.ts'
import { type Folder, foldersOf } from './content-folders.ts'
import { escaped } from './head.ts'

/** The files that are generated from the page table and the company's facts, by name. */
export const siteFiles = (table: Table, origin: string): Record<string, string> => ({
  'robots.txt': `User-agent: *\nAllow: /\n\nSitemap: ${origin}/sitemap.xml\n`,
  'sitemap.xml': sitemap(table, origin),
  '.well-known/security.txt': security(origin),
  ...feeds(table, origin),
})

function sitemap({ rows }: Table, origin: string): string {
  const urls = rows.map(({ path, date }) => {
    const lastmod = date ? `<lastmod>${date}</lastmod>` : ''
    return `<url><loc>${origin}${path}</loc>${lastmod}</url>\n`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('')}</urlset>\n`
}

/** The Atom feed (RFC 4287) of each folder of shared/content/ whose pages have dates: the newest twenty. */
function feeds(table: Table, origin: string): Record<string, string> {
  const made: Record<string, string> = {}
  for (const folder of foldersOf(table).values())
    if (folder.feed) made[folder.feed.slice(1)] ??= feed(folder, folder.feed, origin)
  return made
}

function feed({ index, pages }: Folder, feed: string, origin: string): string {
  const at = ({ path }: Row) => `<id>${origin}${path}</id>\n<link href="${origin}${path}"/>\n`
  const title = (row: Row) => `<title>${escaped(row.heading)}</title>\n`
  const updated = (row?: Row) => `<updated>${row?.date}T00:00:00Z</updated>\n`
  const entries = pages.slice(0, 20).map(
    post => `<entry>
${title(post)}${at(post)}${updated(post)}<published>${post.date}T00:00:00Z</published>
<summary>${escaped(post.description)}</summary>
</entry>
`,
  )
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${company.lang}">
${title(index)}<subtitle>${escaped(index.description)}</subtitle>
${at(index)}<link rel="self" href="${origin}${feed}"/>
${updated(pages[0])}<author><name>${escaped(company.name)}</name></author>
${entries.join('')}</feed>
`
}

/** When security.txt expires. Set by the build: scripts/build/define.ts. */
declare const SECURITY_EXPIRES: string

/** security.txt: RFC 9116. */
const security = (origin: string) => `Contact: mailto:${company.email}
Expires: ${SECURITY_EXPIRES}
Preferred-Languages: ${company.lang}
Canonical: ${origin}/.well-known/security.txt
`
