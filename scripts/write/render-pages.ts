import { join } from 'node:path'
import pino from 'pino'
import type { Diagnostic, PageCheck, PrerenderedPage, Prerenderer } from '../../extension-points.ts'
import { htmlFile } from '../../server/lib/built-files.ts'
import { isIndexable } from '../../server/metadata/indexable.ts'
import type { Match, PageAt, RouteTable } from '../../shared/route-table.ts'
import { inBatches } from '../lib/batches.ts'
import { asError, asWarning } from '../lib/diagnostics.ts'
import { reasonOf } from '../lib/explain-error.ts'
import { compressBest, compressFast, writeCompressed } from './compressed-files.ts'
import type { BuildResult } from './write-build.ts'

/** A site with more pages than this is compressed compressFast. */
const MANY_PAGES = 100

/** The time for one page. It's long, because sources of data may be slow. */
const PRERENDER_TIMEOUT_MS = 30_000

export type SitePages = Awaited<ReturnType<typeof composePages>>

/** Composes the functions that load and render a build's pages, from the build's own server. */
export const composePages = (
  table: RouteTable,
  { program, manifest, folder: build }: Pick<BuildResult, 'program' | 'manifest' | 'folder'>,
  origin: string,
) => program.composePrerender({ table, manifest, origin, build, log: pino({ level: 'silent' }) })

interface Options {
  /** The pages' paths. */
  paths: readonly string[]
  origin: string
  checks: readonly PageCheck[]
  /** The folder for the pages. Without it, they aren't written. */
  dist?: string
}

/**
 * Renders and checks each page once, a batch of them at a time, and writes it to `dist` if that's set. Resolves to the indexable
 * pages, and to the diagnostics.
 */
export async function renderPages(
  table: RouteTable,
  pages: SitePages,
  { paths, origin, checks, dist }: Options,
): Promise<{ indexable: PageAt[]; diagnostics: Diagnostic[] }> {
  const indexable: PageAt[] = []
  const diagnostics: Diagnostic[] = []
  const compress = paths.length > MANY_PAGES ? compressFast : compressBest

  const renderAndWrite = async (path: string) => {
    const rendered = await renderPage(path, table, pages)
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

/** Renders the page at a path, or says why dist/ can't have it. */
async function renderPage(
  path: string,
  table: RouteTable,
  pages: SitePages,
): Promise<PrerenderedPage | { failure: string }> {
  const signal = AbortSignal.timeout(PRERENDER_TIMEOUT_MS)
  try {
    const match = table.match(path)
    if (match?.route.isDynamic) return await renderDynamic(match, path, pages.prerenderers, signal)
    const page = pages.renderer.staticAt(path) ?? pages.renderer.notFoundAt(path)
    return { html: await page.render(signal), files: {}, warnings: [] }
  } catch (error) {
    // Some messages already begin with the path.
    const reason = reasonOf(error).replace(`${path}: `, '')
    const place = pages.placeInSite(error)
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
