import type { Metafile } from 'esbuild'
import type { Manifest } from '../../server/lib/manifest.ts'
import { hasScript } from '../../shared/route-table.ts'
import { NOT_FOUND_PAGE } from './options.ts'
import { outputsOf, urlOfOutput } from './outputs.ts'
import type { SiteSource } from './read-site.ts'

export type ScriptUrls = Pick<Manifest, 'scripts' | 'pageScripts' | 'notFoundScript'>

/** The scripts' URLs: those that every page needs, and each page's own, with its component first. */
export function scriptUrls({ table, pageFiles }: SiteSource, forBrowser: Metafile): ScriptUrls {
  const urlsOf = (file: string) => outputsOf(file, forBrowser).map(urlOfOutput)
  // Each file follows its imports, so a page comes last.
  const scripts = urlsOf(NOT_FOUND_PAGE).slice(0, -1)
  const ownUrls = (file: string) =>
    urlsOf(file)
      .filter(url => !scripts.includes(url))
      .reverse()
  const pageScripts: Record<string, string[]> = {}
  for (const route of table.routes) {
    const file = pageFiles.get(route.id) ?? route.hydratedBy
    if (file && hasScript(route)) pageScripts[route.id] = ownUrls(file)
  }
  return { scripts, pageScripts, notFoundScript: ownUrls(NOT_FOUND_PAGE) }
}
