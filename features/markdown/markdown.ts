import { posix } from 'node:path'
import type { ServerFeature } from '../../extension-points.ts'
import { escapeHtml, jsonForScript } from '../../server/lib/escape-html.ts'
import type { ResolvedRoute, RouteTable } from '../../shared/route-table.ts'
import type { PageModule } from '../../shared/site.ts'
import { collectionsIn, htmlFileOf, isContent, isIndexFile } from './collections.ts'
import { feedFiles, feedPath } from './feeds.ts'
import type { Layouts } from './site.ts'
import { AROUND_TEXT_ID, type AroundText, type AroundTextJson, textPage } from './text-page.tsx'

/** The pages of shared/site/content/ on the server, in these layouts. */
export const createMarkdown = (layouts: Layouts): ServerFeature => ({
  components(table, readBuilt) {
    const components: Record<string, PageModule> = {}
    for (const [{ id, hydratedBy }, around] of aroundTexts(table)) {
      const Page = textPage(around, layouts, {
        ...(hydratedBy && { 'data-markdown': '' }),
        // The build has made it, and refuses HTML in Markdown.
        dangerouslySetInnerHTML: { __html: readBuilt(htmlFileOf(id)) },
      })
      components[id] = async () => ({ default: Page })
    }
    return components
  },
  generatedFiles: feedFiles,
  headTags: ({ table }) => {
    const texts = aroundTexts(table)
    return ({ route }) => {
      const around = texts.get(route)
      return around ? feedLink(around) + jsonTag(around) : ''
    }
  },
})

/** The props of the components around each page's text in shared/site/content/. */
function aroundTexts(table: RouteTable): ReadonlyMap<ResolvedRoute, AroundText> {
  const collections = collectionsIn(table)
  return new Map(
    table.routes.filter(isContent).map(page => {
      const collection = collections.get(page.id)
      const folder = posix.dirname(collection?.index.id ?? page.id)
      const isIndex = collection ? collection.index === page : isIndexFile(page)
      return [page, { folder, isIndex, page, collection }]
    }),
  )
}

/** The props with which client/text-page.tsx hydrates the components around a page's text. */
function jsonTag(around: AroundText): string {
  if (!around.page.hydratedBy) return ''
  const json = jsonForScript(JSON.stringify(jsonOf(around)))
  return `<script type="application/json" id="${AROUND_TEXT_ID}">${json}</script>`
}

function jsonOf({ page, collection, ...layout }: AroundText): AroundTextJson {
  const routes: AroundTextJson['routes'] = collection ? [collection.index, ...collection.pages] : [page]
  return { ...layout, routes, at: routes.indexOf(page) }
}

/** The link to the feed for a page's collection. */
function feedLink({ collection }: AroundText): string {
  const path = collection && feedPath(collection)
  if (!path) return ''
  const title = escapeHtml(collection.index.heading)
  return `<link rel="alternate" type="application/atom+xml" title="${title}" href="${path}"/>`
}
