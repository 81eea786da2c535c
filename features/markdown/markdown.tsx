import { posix } from 'node:path'
import type { ServerFeature } from '../../extension-points.ts'
import { escapeHtml, jsonForScript } from '../../server/lib/escape-html.ts'
import type { ResolvedRoute, RouteTable } from '../../shared/route-table.ts'
import type { PageModule } from '../../shared/site.ts'
import { collectionsIn, isContent, isIndexFile } from './collections.ts'
import { feedFiles, feedPath } from './feeds.ts'
import { htmlFileOf } from './html-file.ts'
import type { Layouts } from './site.ts'
import { AROUND_TEXT_ID, type AroundText, type AroundTextJson, textPage } from './text-page.tsx'

export const createMarkdown = (layouts: Layouts): ServerFeature => ({
  components: (table, readBuilt) => contentComponents(table, readBuilt, layouts),
  generatedFiles: feedFiles,
  headTags: ({ table }) => {
    const tags = [feedLinks(table), jsonOfHydrated(table)]
    return ({ route }) => tags.map(tagOf => tagOf(route)).join('')
  },
})

/** The components for the pages in shared/site/content/. */
function contentComponents(
  table: RouteTable,
  readBuilt: (name: string) => string,
  layouts: Layouts,
): Record<string, PageModule> {
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
}

/** What each page of shared/site/content/ shows around its text. */
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

/** What a hydrated page shows around its text: client/text-page.tsx reads it. */
function jsonOfHydrated(table: RouteTable) {
  const around = aroundTexts(table)
  return (route: ResolvedRoute): string => {
    const shown = route.hydratedBy && around.get(route)
    return shown
      ? `<script type="application/json" id="${AROUND_TEXT_ID}">${jsonForScript(JSON.stringify(jsonOf(shown)))}</script>`
      : ''
  }
}

function jsonOf({ page, collection, ...layout }: AroundText): AroundTextJson {
  const routes: AroundTextJson['routes'] = collection ? [collection.index, ...collection.pages] : [page]
  return { ...layout, routes, at: routes.indexOf(page) }
}

/** The link to the feed for a page's collection. */
function feedLinks(table: RouteTable) {
  const collections = collectionsIn(table)
  return ({ id }: ResolvedRoute): string => {
    const collection = collections.get(id)
    const path = collection && feedPath(collection)
    if (!path) return ''
    const { heading } = collection.index
    return `<link rel="alternate" type="application/atom+xml" title="${escapeHtml(heading)}" href="${path}"/>`
  }
}
