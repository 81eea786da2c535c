import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RouteTable } from '../../shared/route-table.ts'
import { MANIFEST_FILE, PRERENDERED_FILE } from './built-files.ts'
import { UserError, unreadable } from './errors.ts'

/** build/manifest.json, which the build writes for the server. */
export interface Manifest extends Pick<RouteTable, 'routes' | 'languages' | 'redirects'> {
  /** A hash of everything that the build sends or runs, without dates. Files that features draw are in `digests` instead. */
  buildId: string
  /** The build's date in UTC, such as 2026-11-23. */
  buildDate: string
  /** The public origin in shared/site/company.ts. */
  origin: string
  /** The stylesheet, inline in every page. */
  style: string
  /** The background colour in both schemes, for `theme-color`. */
  paper: { light: string; dark: string }
  /** The inline script that requests the client's bundle. */
  scriptLoader: string
  /** The documents that browsers prefetch, as the JSON in a script with the type `speculationrules`. */
  speculationRules: string
  /** The script URLs that every hydrated page needs. */
  scripts: string[]
  /** The URLs of each page's own scripts, by its route's id. The first has the component. None with `hydrate: 'never'`. */
  pageScripts: Record<string, string[]>
  /** The URLs of the 404 page's own scripts. */
  notFoundScript: string[]
  /** Whether a script for the browser has `<TrustedHtml>`. The policy then allows its Trusted Types policy. */
  writesHtml: boolean
  /** The inline script with which development reloads a page. Absent in production. */
  devScript?: string
  /** A hash of each file in build/public/ that isn't kept in memory, by its name: it's large, or a feature drew it. */
  digests: Record<string, string>
  /** The files that other sites may show, by their names in dist/. A name that ends with / is a folder. */
  embeddable: readonly string[]
}

/** A build's year, for the footer. */
export const yearOf = (buildDate: string) => buildDate.slice(0, 4)

/** Reads build/manifest.json. Throws a UserError if there is no build. */
export const readManifest = (build: string): Manifest =>
  readRecord(join(build, MANIFEST_FILE), 'npm run build')

/** dist/.build.json: the build and the origin that dist/ was prerendered for, and the pages in it. */
export interface Prerendered {
  buildId: string
  origin: string
  /** The pages' addresses. */
  paths: readonly string[]
  /** The names of files for static hosts alone. */
  hostFiles: readonly string[]
}

export const prerenderCommand = (origin: string) => `SITE_ORIGIN=${origin} npm run prerender in the project`

/** Reads dist/.build.json. Throws a UserError if dist/ is missing, or was prerendered for a different build or origin. */
export function readPrerendered(dist: string, { buildId }: Manifest, origin: string): Prerendered {
  const command = prerenderCommand(origin)
  const prerendered: Prerendered = readRecord(join(dist, PRERENDERED_FILE), command)
  if (prerendered.buildId !== buildId)
    throw new UserError(`${dist} is from build ${prerendered.buildId}, not ${buildId}: run ${command}`)
  if (prerendered.origin !== origin)
    throw new UserError(`${dist} is for SITE_ORIGIN=${prerendered.origin}, not ${origin}: run ${command}`)
  return prerendered
}

function readRecord<T>(file: string, command: string): T {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined || code === 'ENOENT')
      throw new UserError(`${file} is missing or damaged: run ${command}`)
    throw unreadable(file, error as Error, command)
  }
}
