import { join } from 'node:path'
import type {
  BundledSite,
  Diagnostic,
  PageCheck,
  PrerenderedPage,
  Prerenderer,
} from '../../extension-points.ts'
import { htmlFile } from '../../server/lib/built-files.ts'
import { isIndexable } from '../../server/metadata/indexable.ts'
import type { Match, PageAt, RouteTable } from '../../shared/route-table.ts'
import { inBatches } from '../lib/batches.ts'
import { asError, asWarning } from '../lib/diagnostics.ts'
import { reasonOf } from '../lib/explain-error.ts'
import type { Program } from '../lib/load-program.ts'
import { compressBest, compressForManyPages, writeCompressed } from './compressed-files.ts'

/** Above this number of pages, compressForManyPages compresses them. */
const MANY_PAGES = 100

/** The time for one page. It's long, because a source of data may be slow, and a batch of pages shares the processor. */
const PRERENDER_TIMEOUT_MS = 30_000

/** What a build's program renders its pages with. */
export type Rendering = Awaited<ReturnType<Program['composePages']>>

/**
 * Renders and checks the pages at these paths and the 404 pages, a batch of them at a time, and writes them into the folder `dist`
 * if there's one. Resolves to the indexable pages, and to the diagnostics.
 */
export async function renderPages(
  { table, origin }: Pick<BundledSite, 'table' | 'origin'>,
  rendering: Rendering,
  paths: readonly string[],
  checks: readonly PageCheck[],
  dist?: string,
): Promise<{ indexable: PageAt[]; diagnostics: Diagnostic[] }> {
  const indexable: PageAt[] = []
  const diagnostics: Diagnostic[] = []
  const compress = paths.length > MANY_PAGES ? compressForManyPages : compressBest

  const renderAndWrite = async (path: string) => {
    const rendered = await renderPage(path, table, rendering)
    if ('failure' in rendered || !dist) return { path, rendered }
    const files = { [htmlFile(path)]: rendered.html, ...rendered.files }
    await Promise.all(
      Object.entries(files).map(([name, body]) => writeCompressed(join(dist, name), body, compress)),
    )
    return { path, rendered }
  }
  for await (const { path, rendered } of inBatches([...paths, ...table.notFoundPaths], renderAndWrite)) {
    if ('failure' in rendered) {
      diagnostics.push(asError(`${path}: ${rendered.failure}`))
      continue
    }
    const { html, dataFields, files, warnings } = rendered
    const route = table.match(path)?.route // The 404 page has none.
    if (route && isIndexable(path, dataFields ?? route, origin)) indexable.push({ route, path })
    diagnostics.push(...warnings.map(asWarning))
    const page = { path, route, html, otherFiles: Object.keys(files), ...(dataFields && { dataFields }) }
    for (const check of checks) await check.add(page)
  }
  diagnostics.push(...checks.flatMap(check => check.diagnostics()))
  return { indexable, diagnostics }
}

/** Renders the page at a path, or says why dist/ can't have it. */
async function renderPage(
  path: string,
  table: RouteTable,
  rendering: Rendering,
): Promise<PrerenderedPage | { failure: string }> {
  const signal = AbortSignal.timeout(PRERENDER_TIMEOUT_MS)
  try {
    const match = table.match(path)
    if (match?.route.isDynamic) return await renderDynamic(match, path, rendering.prerenderers, signal)
    const { staticPages, notFoundAt } = rendering.renderer
    const page = table.notFoundPaths.includes(path) ? notFoundAt(path) : staticPages.get(path)
    if (!page) throw new Error('there is no such page')
    return { html: await page.render(signal), files: {}, warnings: [] }
  } catch (error) {
    // Some messages already begin with the path.
    const reason = reasonOf(error).replace(`${path}: `, '')
    const place = rendering.placeInSite(error)
    return { failure: place ? `${place}: ${reason}` : reason }
  }
}

/** Renders a page of a feature. */
async function renderDynamic(
  match: Match,
  path: string,
  prerenderers: readonly Prerenderer[],
  signal: AbortSignal,
) {
  for (const prerenderer of prerenderers) {
    const page = await prerenderer.render(match, path, signal)
    if (page) return page
  }
  throw new Error('no feature renders it')
}
