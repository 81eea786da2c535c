import { join } from 'node:path'
import type { PageFile } from '../../extension-points.ts'
import type { ResolvedRoute, RouteTable } from '../../shared/route-table.ts'
import { htmlFile, PRERENDERED_FILE } from '../lib/built-files.ts'
import { UserError } from '../lib/errors.ts'
import { type Manifest, prerenderCommand, readPrerendered } from '../lib/manifest.ts'
import { type Found, type PageSource, staticResponse } from '../respond/page-source.ts'
import { readFiles } from '../respond/read-files.ts'
import { type Bodies, type CachedResponse, pageResponse } from '../respond/responses.ts'

interface PrerenderedPagesParts {
  /** The folder dist/. */
  dist: string
  manifest: Manifest
  table: RouteTable
  origin: string
  /** Renders the pages that dist/ doesn't have. */
  live: PageSource
  /** The files that a page has besides its HTML. */
  filesOf(route: ResolvedRoute, path: string): readonly PageFile[]
}

/**
 * Reads the pages of dist/, and its other files by their paths. Throws a UserError if a page is missing or empty, instead of
 * rendering it.
 */
export function readPrerenderedPages(parts: PrerenderedPagesParts) {
  const { dist, manifest, table, origin, live, filesOf } = parts
  const { paths, hostFiles } = readPrerendered(dist, manifest, origin)
  const responses = readFiles(dist, manifest)
  /** Removes a page's file from the responses, because under its own name the page would have a second address. */
  const extract = (name: string): Bodies => {
    const bodies = responses.get(`/${name}`)?.bodies
    if (!bodies || isEmpty(bodies))
      throw new UserError(`${join(dist, name)} is missing or empty: run ${prerenderCommand(origin)}`)
    responses.delete(`/${name}`)
    return bodies
  }
  const prerendered = new Map<string, Found>()
  for (const path of paths) {
    prerendered.set(path, staticResponse(pageResponse(200, extract(htmlFile(path)))))
    const route = table.match(path)?.route
    for (const { name, response } of route ? filesOf(route, path) : [])
      responses.set(`/${name}`, response(extract(name)))
  }
  const notFound = new Map<string, CachedResponse>()
  for (const path of table.notFoundPaths) notFound.set(path, pageResponse(404, extract(htmlFile(path))))
  for (const name of [PRERENDERED_FILE, ...hostFiles]) responses.delete(`/${name}`)
  const files = new Map(
    Array.from(responses, ([path, response]) => [path, staticResponse(response)] as const),
  )
  // The rest is rendered: error pages, and pages with `prerender: false` or that `paths` didn't list.
  const pages: PageSource = {
    ...live,
    find: path => prerendered.get(path) ?? live.find(path),
    notFound: async path => notFound.get(table.languageAt(path).notFoundPath) ?? live.notFound(path),
  }
  return { files, pages }
}

/** Whether a file has no bytes, as after a copy that was interrupted. */
const isEmpty = (bodies: Bodies) => Object.values(bodies).some(body => body?.length === 0)
