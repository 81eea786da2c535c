import { createHash } from 'node:crypto'
import { company } from '../shared/company.ts'
import type { Row, Table } from '../shared/page-table.ts'
import { type Page, pages } from '../shared/pages.ts'
import { type Folder, foldersOf } from './content-folders.ts'
import { escaped } from './head.ts'

/** The files that are made from the page table and the company's facts, by name. */
export const siteFiles = (table: Table, origin: string): Record<string, string> => ({
  'robots.txt': `User-agent: *\nAllow: /\n\nSitemap: ${origin}/sitemap.xml\n`,
  'sitemap.xml': sitemap(table, origin),
  'llms.txt': llms(table, origin),
  '.well-known/security.txt': security(origin),
  [speculation.name]: speculation.text,
  ...feeds(table, origin),
})

function sitemap({ rows }: Table, origin: string): string {
  const urls = rows.map(({ path, date }) => {
    const lastmod = date ? `<lastmod>${date}</lastmod>` : ''
    return `<url><loc>${origin}${path}</loc>${lastmod}</url>\n`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('')}</urlset>\n`
}

/** How many pages a feed names: the newest. */
const IN_FEED = 20

/** The Atom feed (RFC 4287) of each folder of shared/content/ whose pages have dates. */
function feeds(table: Table, origin: string): Record<string, string> {
  const folders = [...new Set(foldersOf(table).values())]
  return Object.fromEntries(
    folders.flatMap(folder =>
      folder.feed ? [[folder.feed.slice(1), feed(folder, folder.feed, origin)]] : [],
    ),
  )
}

function feed({ index, pages }: Folder, feed: string, origin: string): string {
  const at = ({ path }: Row) => `<id>${origin}${path}</id>\n<link href="${origin}${path}"/>\n`
  const title = (row: Row) => `<title>${escaped(row.heading)}</title>\n`
  const updated = (row?: Row) => `<updated>${row?.date}T00:00:00Z</updated>\n`
  const entries = pages.slice(0, IN_FEED).map(
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

/** What language models are told: https://llmstxt.org */
function llms({ rows }: Table, origin: string): string {
  const links = rows.map(({ path, label, description }) => `- [${label}](${origin}${path}): ${description}\n`)
  return `# ${company.name}\n\n> ${company.description}\n\n## Pages\n\n${links.join('')}`
}

/** Until when security.txt is valid. Set by the build: scripts/build/define.ts. */
declare const SECURITY_EXPIRES: string

/** Whom to tell of a hole: RFC 9116. */
const security = (origin: string) => `Contact: mailto:${company.email}
Expires: ${SECURITY_EXPIRES}
Preferred-Languages: ${company.lang}
Canonical: ${origin}/.well-known/security.txt
`

/**
 * Speculation rules: a browser prefetches the next document when its link is pointed at. Not where a click fetches none:
 * on the way from one page of the browser to another, once the page is hydrated.
 */
const clientPaths = Object.values<Page>(pages).flatMap(({ path, server }) => (server ? [] : path))

const rules = JSON.stringify({
  prefetch: [
    {
      source: 'document', // The default since Chrome 122: the one before complains of its absence.
      where: {
        and: [
          { href_matches: '/*' },
          { not: { href_matches: ['/*.*', '/api/*', company.members?.path].filter(Boolean) } },
          {
            or: [
              { not: { href_matches: clientPaths } },
              { selector_matches: ':root:not([data-hydrated]) a' },
            ],
          },
        ],
      },
      eagerness: 'moderate',
    },
  ],
})

const hash = createHash('sha256').update(rules).digest('hex').slice(0, 8)

/** The file with the speculation rules; a browser keeps it as it keeps every asset. */
export const speculation = { name: `assets/next-${hash}.speculationrules`, text: rules }
