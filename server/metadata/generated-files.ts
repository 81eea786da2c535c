import { type Feed, foldersOf, type Post } from '../../features/markdown/collections.ts'
import type { ResolvedRoute, RouteTable } from '../../shared/route-table.ts'
import type { Company } from '../../shared/site.ts'
import { SITEMAP_FILE } from '../lib/built-files.ts'
import { escapeHtml } from '../lib/escape-html.ts'
import { isIndexable } from './listing.ts'

interface Facts {
  company: Company
  origin: string
  /** The day of the build. */
  buildDay: string
}

/** The files that are generated from the route table and the company's facts, by name. The sitemap is not among them. */
export function generatedFiles(table: RouteTable, facts: Facts): Record<string, string> {
  const files: Record<string, string> = {}
  for (const [name, textOf] of Object.entries(textsOf(table))) files[name] = textOf(facts)
  return files
}

export const generatedNames = (table: RouteTable): string[] => Object.keys(textsOf(table))

const textsOf = (table: RouteTable): Record<string, (facts: Facts) => string> => ({
  'robots.txt': ({ origin }) => `User-agent: *\nAllow: /\n\nSitemap: ${origin}/${SITEMAP_FILE}\n`,
  '.well-known/security.txt': securityTxt,
  ...feedsOf(table),
})

/** The Atom feed (RFC 4287) of each folder of shared/site/content/ whose pages have dates: the newest twenty that are listed. */
function feedsOf(table: RouteTable): Record<string, (facts: Facts) => string> {
  const feeds: Record<string, (facts: Facts) => string> = {}
  for (const { index, feed } of foldersOf(table).values())
    if (feed) feeds[feed.path.slice(1)] ??= facts => feedOf(index, feed, facts)

  return feeds
}

const MAX_FEED_ENTRIES = 20

function feedOf(index: ResolvedRoute, { path, posts }: Feed, { company, origin }: Facts): string {
  const at = (route: ResolvedRoute) =>
    `<id>${origin}${route.path}</id>\n<link href="${origin}${route.path}"/>\n`
  const title = (route: ResolvedRoute) => `<title>${escapeHtml(route.heading)}</title>\n`
  const listed = posts.filter(post => isIndexable(post.path, post, origin))
  // RFC 4287 wants the day in a feed without an entry, too.
  const [newest = posts[0]] = listed
  const updated = ({ date }: Post) => `<updated>${date}T00:00:00Z</updated>\n`
  const entries = listed.slice(0, MAX_FEED_ENTRIES).map(
    post => `<entry${post.lang === index.lang ? '' : ` xml:lang="${post.lang}"`}>
${title(post)}${at(post)}${updated(post)}<published>${post.date}T00:00:00Z</published>
<summary>${escapeHtml(post.description)}</summary>
</entry>
`,
  )
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${index.lang}">
${title(index)}<subtitle>${escapeHtml(index.description)}</subtitle>
${at(index)}<link rel="self" href="${origin}${path}"/>
${updated(newest)}<author><name>${escapeHtml(company.name)}</name></author>
${entries.join('')}</feed>
`
}

/** security.txt: RFC 9116. */
const securityTxt = ({ company, origin, buildDay }: Facts) => `Contact: mailto:${company.email}
Expires: ${expiryOf(buildDay)}
Preferred-Languages: ${company.lang}
Canonical: ${origin}/.well-known/security.txt
`

/** RFC 9116 recommends less than a year. The first of a month, since not every month has a day 31. */
function expiryOf(buildDay: string): string {
  const date = new Date(buildDay)
  const expires = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 11, 1))
  return expires.toISOString().replace('.000', '')
}
