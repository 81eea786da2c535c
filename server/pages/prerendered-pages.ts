import { join } from 'node:path'
import type { PageFile } from '../../extension-points.ts'
import type { ResolvedRoute, RouteTable } from '../../shared/route-table.ts'
import { htmlFile, PRERENDERED_FILE } from '../lib/built-files.ts'
import { UserError } from '../lib/errors.ts'
import { type Manifest, prerenderCommand, readPrerendered } from '../lib/manifest.ts'
import type { PageSource } from '../respond/page-source.ts'
import { readFiles } from '../respond/read-files.ts'
import { type Bodies, type CachedResponse, pageResponse } from '../respond/responses.ts'
import { staticFile } from './live-files.ts'

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
  const files = readFiles(dist, manifest)
  /** Removes a file from the files and returns it: under its own name a page would have a second address. */
  const take = (name: string) => {
    const file = files.get(`/${name}`)
    files.delete(`/${name}`)
    return file
  }
  const takeOrFail = (name: string) => {
    const file = take(name)
    if (!file || isDamaged(file.bodies))
      throw new UserError(`${join(dist, name)} is missing or empty: run ${prerenderCommand(origin)}`)
    return file
  }
  const prerendered = new Map<string, CachedResponse>()
  for (const path of paths) {
    const page = { status: 200, route: table.match(path)?.route }
    prerendered.set(path, pageResponse(page, takeOrFail(htmlFile(path)).bodies))
    if (!page.route) continue
    for (const { name, response } of filesOf(page.route, path))
      files.set(`/${name}`, response(takeOrFail(name).bodies))
  }
  const notFound = new Map<string, Promise<CachedResponse>>()
  for (const path of table.notFoundPaths)
    notFound.set(path, Promise.resolve(pageResponse({ status: 404 }, takeOrFail(htmlFile(path)).bodies)))
  for (const name of [PRERENDERED_FILE, ...hostFiles]) files.delete(`/${name}`)
  // The rest is rendered: error pages, and pages that dist/ lacks by `prerender: false` or because `paths` didn't list them.
  const pages: PageSource = {
    ...live,
    find(path) {
      const page = prerendered.get(path)
      return page ? { kind: 'static', respond: () => page } : live.find(path)
    },
    notFound: path => notFound.get(table.languageAt(path).notFoundPath) ?? live.notFound(path),
  }
  return { files: new Map(Array.from(files, ([path, file]) => [path, staticFile(file)] as const)), pages }
}

/** Whether a file has bytes: a copy that was interrupted leaves an empty one. */
const isDamaged = (bodies: Bodies) => Object.values(bodies).some(body => body?.length === 0)
