import type { SiteFacts } from '../../extension-points.ts'
import { escapeHtml } from '../../server/lib/escape-html.ts'
import { isIndexable } from '../../server/metadata/indexable.ts'
import type { ResolvedRoute, RouteTable } from '../../shared/route-table.ts'
import { type Collection, collectionsIn } from './collections.ts'

// An Atom feed for each collection that has posts: https://www.rfc-editor.org/rfc/rfc4287

/** The path to a collection's feed. Undefined if it has no posts. */
export const feedPath = ({ index, pages }: Collection): string | undefined =>
  pages.some(({ isArticle }) => isArticle) ? `${index.path}/feed.xml` : undefined

/** The collections that have a feed, by the feed's path. */
function feedsOf(table: RouteTable): ReadonlyMap<string, Collection> {
  const feeds = new Map<string, Collection>()
  for (const collection of new Set(collectionsIn(table).values())) {
    const path = feedPath(collection)
    if (path) feeds.set(path, collection)
  }
  return feeds
}

export const feedNames = (table: RouteTable): string[] =>
  Array.from(feedsOf(table).keys(), path => path.slice(1))

/** The feeds' texts, by their names in dist/. */
export const feedFiles = (facts: SiteFacts): Record<string, string> =>
  Object.fromEntries(
    Array.from(feedsOf(facts.table), ([path, feed]) => [path.slice(1), feedText(path, feed, facts)]),
  )

const MAX_FEED_ENTRIES = 20

function feedText(path: string, { index, pages }: Collection, { company, origin }: SiteFacts): string {
  const at = (route: ResolvedRoute) =>
    `<id>${origin}${route.path}</id>\n<link href="${origin}${route.path}"/>\n`
  const title = (route: ResolvedRoute) => `<title>${escapeHtml(route.heading)}</title>\n`
  const posts = pages.filter(({ isArticle }) => isArticle) // They have no `order`, so the newest is first.
  const indexable = posts.filter(post => isIndexable(post.path, post, origin))
  // RFC 4287 requires a date even in a feed without entries.
  const newest = indexable[0] ?? posts[0]
  const updated = (date?: string) => `<updated>${date}T00:00:00Z</updated>\n`
  const entries = indexable.slice(0, MAX_FEED_ENTRIES).map(
    post => `<entry${post.lang === index.lang ? '' : ` xml:lang="${post.lang}"`}>
${title(post)}${at(post)}${updated(post.date)}<published>${post.date}T00:00:00Z</published>
<summary>${escapeHtml(post.description)}</summary>
</entry>
`,
  )
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${index.lang}">
${title(index)}<subtitle>${escapeHtml(index.description)}</subtitle>
${at(index)}<link rel="self" href="${origin}${path}"/>
${updated(newest?.date)}<author><name>${escapeHtml(company.name)}</name></author>
${entries.join('')}</feed>
`
}
