import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Languages, ResolvedRoute, RouteTable } from '../../shared/route-table.ts'
import { MANIFEST_FILE, PRERENDERED_FILE } from './built-files.ts'
import { UserError } from './errors.ts'

/** What the build writes for the server: build/manifest.json. */
export interface Manifest {
  /** A hash of everything that the build sends or runs, and of no date. What features draw is not in it: `digests` has that. */
  buildId: string
  /** The day of the build in UTC, such as 2026-11-23. */
  buildDate: string
  /** The public origin in shared/site/company.ts. */
  origin: string
  /** The stylesheet, inline in every page. */
  style: string
  /** The background colour in both schemes, for `theme-color`. */
  paper: { light: string; dark: string }
  /** The inline script that requests the client's bundle. */
  scriptLoader: string
  /** Which documents browsers prefetch, as a script of the type `speculationrules` has it. */
  speculationRules: string
  /** The URLs of the script's files that every client page needs. */
  scripts: string[]
  /** The URLs of each page's own script, by the id of its route; the first is the page itself. None with `hydrate: 'never'`. */
  pageScripts: Record<string, string[]>
  /** The URLs of the own script of the page for an address without a page. */
  notFoundScript: string[]
  /** Whether a script that a page loads has `<TrustedHtml>`, whose policy the browser then has to allow. */
  writesHtml: boolean
  /** The route table, complete. */
  routes: readonly ResolvedRoute[]
  /** Its languages, with the words and menus of each. */
  languages: Languages
  redirects: RouteTable['redirects']
  /** The inline script by which development reloads a page; absent in production. */
  devScript?: string
  /** A hash of each file in build/public/ that the server leaves on the disk, by its name: it's large, or a feature has drawn it. */
  digests: Record<string, string>
  /** The files that other sites may show, by their names in dist/. A name that ends with / is a folder. */
  shownElsewhere: readonly string[]
}

/** The URLs of a page's own script; undefined where it is sent without one. The page 404 has no route. */
export const pageScriptOf = (
  { pageScripts, notFoundScript }: Manifest,
  route: Pick<ResolvedRoute, 'id'> | undefined,
): readonly string[] | undefined => (route ? pageScripts[route.id] : notFoundScript)

/** The year of a build, for the footer. */
export const yearOf = (buildDate: string) => buildDate.slice(0, 4)

/** Reads build/manifest.json. Throws a UserError where there is no build. */
export const readManifest = (build: string): Manifest =>
  readRecord(join(build, MANIFEST_FILE), 'npm run build')

/** What dist/.build.json says: of which build and origin dist/ is, and which pages are in it. */
export interface Prerendered {
  buildId: string
  origin: string
  /** The addresses of the pages. */
  paths: readonly string[]
  /** The names of files for static hosts alone. */
  hostFiles: readonly string[]
}

export const prerenderCommand = (origin: string) => `SITE_ORIGIN=${origin} npm run prerender`

/** Reads dist/.build.json. Throws a UserError where dist/ is missing, or of another build or another origin. */
export function readPrerendered(dist: string, { buildId }: Manifest, origin: string): Prerendered {
  const cure = prerenderCommand(origin)
  const prerendered: Prerendered = readRecord(join(dist, PRERENDERED_FILE), cure)
  if (prerendered.buildId !== buildId)
    throw new UserError(`${dist} is of build ${prerendered.buildId}, not of ${buildId}: run ${cure}`)
  if (prerendered.origin !== origin)
    throw new UserError(`${dist} is of SITE_ORIGIN=${prerendered.origin}, not of ${origin}: run ${cure}`)
  return prerendered
}

function readRecord<T>(file: string, cure: string): T {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    throw new UserError(`${file} is missing or damaged: run ${cure}`)
  }
}
