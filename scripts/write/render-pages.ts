import { join } from 'node:path'
import type { Diagnostic, PageCheck, PrerenderedPage } from '../../joints.ts'
import { htmlFile } from '../../server/lib/built-files.ts'
import { isIndexable } from '../../server/metadata/indexable.ts'
import type { Match, PageAt, RouteTable } from '../../shared/route-table.ts'
import { inBatches } from '../lib/batches.ts'
import { asError, asWarning } from '../lib/diagnostics.ts'
import { reasonOf } from '../lib/explain-error.ts'
import type { SitePages } from './compose-pages.ts'
import { best, fast, writeCompressed } from './compressed-files.ts'

/** A site with more pages than this is compressed fast. */
const MANY_PAGES = 100

/** The time for one page. It's long, because sources of data may be slow. */
const PRERENDER_TIMEOUT_MS = 30_000

/** The functions that load and render the pages. */
type Rendering = Pick<SitePages, 'renderer' | 'prerenderers' | 'placeInSite'>

interface Options {
  /** The pages' paths. */
  paths: readonly string[]
  origin: string
  checks: readonly PageCheck[]
  /** The folder for the pages. Without it, they aren't written. */
  dist?: string
}

/** A rendered page. */
interface Rendered extends Omit<PrerenderedPage, 'fields'> {
  /** A page's fields if it has data. They may differ from its route's. */
  fields?: PrerenderedPage['fields']
}

/** The reason why a page wasn't rendered. */
interface Failure {
  failure: string
}

/**
 * Renders and checks each page once, a batch of them at a time, and writes it to `dist` if that's set. Resolves to the indexable
 * pages, and to the diagnostics.
 */
export async function renderPages(
  table: RouteTable,
  rendering: Rendering,
  { paths, origin, checks, dist }: Options,
): Promise<{ indexable: PageAt[]; diagnostics: Diagnostic[] }> {
  const indexable: PageAt[] = []
  const diagnostics: Diagnostic[] = []
  const render = createDistRenderer(table, rendering)
  const compress = paths.length > MANY_PAGES ? fast : best

  const renderAndWrite = async (path: string) => {
    const rendered = await render(path)
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
    const { html, fields, files, warnings } = rendered
    const route = table.match(path)?.route // The 404 page has none.
    if (route && isIndexable(path, fields ?? route, origin)) indexable.push({ route, path })
    diagnostics.push(...warnings.map(asWarning))
    const page = { path, route, html, otherFiles: Object.keys(files), ...(fields && { dataFields: fields }) }
    for (const check of checks) await check.add(page)
  }
  diagnostics.push(...checks.flatMap(check => check.diagnostics()))
  return { indexable, diagnostics }
}

function createDistRenderer(table: RouteTable, { renderer, prerenderers, placeInSite }: Rendering) {
  async function renderDynamic(match: Match, path: string, signal: AbortSignal): Promise<Rendered | Failure> {
    for (const prerenderer of prerenderers) {
      const page = await prerenderer.render(match, path, signal)
      if (page) return page
    }
    throw new Error('no feature renders it')
  }

  return async (path: string): Promise<Rendered | Failure> => {
    const signal = AbortSignal.timeout(PRERENDER_TIMEOUT_MS)
    try {
      const match = table.match(path)
      if (match?.route.isDynamic) return await renderDynamic(match, path, signal)
      const page = renderer.staticAt(path) ?? renderer.notFoundIn(table.languageAt(path))
      return { html: await page.render(signal), files: {}, warnings: [] }
    } catch (error) {
      // Some messages already begin with the path.
      const reason = reasonOf(error).replace(`${path}: `, '')
      const place = placeInSite(error)
      return { failure: place ? `${place}: ${reason}` : reason }
    }
  }
}
