import type { CoreServices, PrerenderedPage, Prerenderer } from '../../extension-points.ts'
import type { Match } from '../../shared/route-table.ts'
import { type AnyLoaders, createPageLoader } from './load-data.ts'
import { checkSize, sizeWarning } from './page-size.ts'
import { dataFileOf } from './paths.ts'
import { pathsOf } from './route-paths.ts'

/** Loads and renders the pages with a loader for dist/. */
export function prerenderData(core: CoreServices, loaders: AnyLoaders): Prerenderer {
  const { table, origin, renderer } = core
  const pageLoader = createPageLoader({ ...core, loaders })

  async function render(match: Match, path: string, signal: AbortSignal) {
    if (!match.route.loader) return undefined
    const { url, hasReadQuery } = watchQuery(new URL(path, origin))
    const page = await pageLoader.load(match, url, signal)
    if (page.kind === 'notFound') throw new Error('its loader returns notFound()')
    if (page.kind === 'redirect')
      throw new Error(
        `its loader redirects to ${page.to}, which a static host can't do: write prerender: false`,
      )
    if (page.status !== 200)
      throw new Error(
        `its loader returns the status ${page.status}, which a static host can't send: write prerender: false`,
      )
    const html = await renderer.render(page, signal)
    checkSize(page, html.length)
    const warnings = [hasReadQuery() ? queryWarning(match) : [], sizeWarning(page, html.length) ?? []].flat()
    return {
      html,
      dataFields: page.fields,
      files: { [dataFileOf(path)]: Buffer.from(page.json) },
      warnings,
    } satisfies PrerenderedPage
  }

  return { pathsOf: route => pathsOf(route, table, loaders), render }
}

/** Detects whether a loader reads `searchParams`. It doesn't watch `search`, because the page loader reads that itself. */
function watchQuery(url: URL) {
  const { searchParams } = url
  let isRead = false
  const get = () => {
    isRead = true
    return searchParams
  }
  return { url: Object.defineProperty(url, 'searchParams', { get }), hasReadQuery: () => isRead }
}

const queryWarning = ({ route: { id, revalidate } }: Match) =>
  `loaders.${id} reads url.searchParams. ${
    revalidate
      ? 'With revalidate they are empty, because one load serves every query.'
      : 'In dist/ one file serves every query: write prerender: false to have our own server render each.'
  }`
