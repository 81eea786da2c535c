import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createPageTable, type Row, rowsOf, type Table } from '../shared/page-table.ts'
import { pages } from '../shared/pages.ts'
import { UserError } from './errors.ts'

/** What the build made for the pages: build/assets.json. */
export interface Assets {
  /** A hash of everything that was built: the version of every page. */
  version: string
  /** The stylesheet, inline in every page. */
  style: string
  /** The background colour in both schemes, for `theme-color`. */
  paper: { light: string; dark: string }
  /** The inline script that requests the client's bundle. */
  loader: string
  /** The URLs of the script's files that every client page needs. */
  scripts: string[]
  /** The URLs of each page's own script, by the name of the page; the first is the page itself. */
  pageScripts: Record<string, string[]>
  /** The pages of shared/content/, whose HTML is in build/content/. */
  content: Row[]
  /** Whether there are videos, which the policy then allows. */
  videos: boolean
  /** The inline script by which development reloads a page; absent in production. */
  reload?: string
  /** Of each large file in build/public/: a hash of its bytes, by its name. */
  digests: Record<string, string>
}

export const tableOf = ({ content }: Pick<Assets, 'content'>): Table =>
  createPageTable([...rowsOf(pages), ...content])

export const bodiesOf = (build: string) => (id: string) =>
  readFile(join(build, 'content', `${id}.html`), 'utf8')
export type ReadBody = ReturnType<typeof bodiesOf>

/** The name of the file in dist/ that says of which build and origin dist/ is. */
export const PRERENDERED = '.build.json'
export type Prerendered = Pick<Assets, 'version'> & { origin: string }

/** Reads build/assets.json. Throws a UserError where there is no build. */
export const readAssets = (build: string): Assets => readRecord(join(build, 'assets.json'), 'npm run build')

export const prerenderCommand = (origin: string) => `SITE_ORIGIN=${origin} npm run prerender`

/** Throws a UserError where dist/ is missing, or of another build or another origin. */
export function checkPrerendered(dist: string, { version }: Assets, origin: string): void {
  const cure = prerenderCommand(origin)
  const prerendered = readRecord<Prerendered>(join(dist, PRERENDERED), cure)
  if (prerendered.version !== version)
    throw new UserError(`${dist} is of build ${prerendered.version}, not of ${version}: run ${cure}`)
  if (prerendered.origin !== origin)
    throw new UserError(`${dist} is of SITE_ORIGIN=${prerendered.origin}, not of ${origin}: run ${cure}`)
}

function readRecord<T>(file: string, cure: string): T {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    throw new UserError(`${file} is missing or damaged: run ${cure}`)
  }
}
