import { join } from 'node:path'
import type { Served } from '../../extension-points.ts'
import type { RouteTable } from '../../shared/route-table.ts'
import { htmlFile, PRERENDERED_FILE } from '../lib/built-files.ts'
import { UserError } from '../lib/errors.ts'
import { type Manifest, prerenderCommand, readPrerendered } from '../lib/manifest.ts'
import { type Found, staticResponse } from '../respond/found.ts'
import { readFiles } from '../respond/read-files.ts'
import { type Bodies, pageResponse, type ReusableResponse } from '../respond/responses.ts'

interface PrerenderedPagesParts {
  /** The folder dist/. */
  dist: string
  manifest: Manifest
  table: RouteTable
  origin: string
  /** What the features serve. */
  served: readonly Served[]
}

/**
 * What a server with SERVE=static sends from dist/. It renders the rest: error pages, and pages with `prerender: false` or that
 * `paths` didn't list.
 */
interface PrerenderedPages {
  /** The pages and their other files, by path. */
  pages: ReadonlyMap<string, Found>
  /** The other files, by path. */
  files: ReadonlyMap<string, Found>
}

/** Reads dist/. Throws a UserError if a page is missing or empty, instead of rendering it. */
export function readPrerenderedPages(parts: PrerenderedPagesParts): PrerenderedPages {
  const { dist, manifest, table, origin, served } = parts
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
  const pages = new Map<string, Found>()
  for (const path of paths) {
    const route = table.match(path)?.route
    const foundOf = route?.isDynamic ? dynamicResponse : staticResponse
    pages.set(path, foundOf(pageResponse(200, extract(htmlFile(path)))))
    const otherFiles = route ? served.flatMap(part => part.filesOf?.(route, path) ?? []) : []
    for (const { name, response } of otherFiles) pages.set(`/${name}`, foundOf(response(extract(name))))
  }
  for (const path of table.notFoundPaths) extract(htmlFile(path)) // For static hosts: our server renders them.
  for (const name of [PRERENDERED_FILE, ...hostFiles]) responses.delete(`/${name}`)
  const files = new Map(
    Array.from(responses, ([path, response]) => [path, staticResponse(response)] as const),
  )
  return { pages, files }
}

/** A response that is ready. An endpoint at its path goes first, as it does if the page is rendered live. */
const dynamicResponse = (response: ReusableResponse): Found => ({
  kind: 'dynamic',
  respond: async () => response,
})

/** Whether a file has no bytes, as after a copy that was interrupted. */
const isEmpty = (bodies: Bodies) => Object.values(bodies).some(body => body?.length === 0)
