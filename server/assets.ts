import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What the build made for the pages: build/assets.json. */
export interface Assets {
  /** A hash of everything that was built: the version of every page. */
  version: string
  /** The stylesheet, inline in every page. */
  style: string
  /** The inline script that asks for the client's bundle. */
  loader: string
  /** The inline script by which development reloads a page; absent in production. */
  reload?: string
}

export const readAssets = (build: string): Assets =>
  JSON.parse(readFileSync(join(build, 'assets.json'), 'utf8'))
