import { posix } from 'node:path'
import type { ServerFeature } from '../../joints.ts'
import { escapeHtml } from '../../server/lib/escape-html.ts'
import type { RouteTable } from '../../shared/route-table.ts'
import type { PageModule } from '../../shared/site.ts'
import { collectionsIn, isContent, isIndexFile } from './collections.ts'
import { ContentPage } from './content-page.tsx'
import { feedFiles, feedPath } from './feeds.ts'
import { htmlFileOf } from './html-file.ts'
import type { Layouts } from './site.ts'

export const createMarkdown = (layouts: Layouts): ServerFeature => ({
  components: (table, readBuilt) => contentComponents(table, readBuilt, layouts),
  generatedFiles: feedFiles,
  headTags: feedLinks,
})

/** The components of the pages of shared/site/content/. */
function contentComponents(
  table: RouteTable,
  readBuilt: (name: string) => string,
  layouts: Layouts,
): Record<string, PageModule> {
  const collections = collectionsIn(table)
  const components: Record<string, PageModule> = {}
  for (const route of table.routes.filter(isContent)) {
    const html = readBuilt(htmlFileOf(route.id))
    const collection = collections.get(route.id)
    const layout = layouts[posix.dirname(collection?.index.id ?? route.id)] ?? {}
    const isIndex = collection ? collection.index === route : isIndexFile(route)
    const Layout = ((isIndex ? layout.Index : layout.Page) ?? ContentPage) as typeof ContentPage
    const Page = () => (
      <Layout page={route} collection={collection}>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the build has made it, and refuses HTML in Markdown. */}
        <div className={layout.className ?? 'r-prose-text'} dangerouslySetInnerHTML={{ __html: html }} />
      </Layout>
    )
    components[route.id] = async () => ({ default: Page })
  }
  return components
}

/** The link to the feed of a page's collection. */
function feedLinks({ table }: { table: RouteTable }) {
  const collections = collectionsIn(table)
  return ({ route }: { route: { id: string } }): string => {
    const collection = collections.get(route.id)
    const path = collection && feedPath(collection)
    if (!path) return ''
    const { heading } = collection.index
    return `<link rel="alternate" type="application/atom+xml" title="${escapeHtml(heading)}" href="${path}"/>`
  }
}
