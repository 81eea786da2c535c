import { statSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import type { BundledSite, CheckedPage } from '../../extension-points.ts'
import { ENCODINGS, htmlFile } from '../../server/lib/built-files.ts'
import type { Cost, Size } from './costs.ts'
import { addShares, lazyScriptsOf, partsAt, type Shares, SITE, shareOut, sum } from './script-parts.ts'

/** Measures a first visit to a page by the files in dist/. */
export function costOf({ path, route, otherFiles }: CheckedPage, site: BundledSite, dist: string): Cost {
  const { manifest, siteRoutes, browserScript } = site
  const own = route ? manifest.pageScripts[route.id] : manifest.notFoundScript
  const scripts = own ? [...manifest.scripts, ...own] : []
  const total = (urls: readonly string[]): Size => {
    const sizes = urls.map(url => sizeOfFile(join(dist, url)))
    return { raw: sum(sizes.map(({ raw }) => raw)), br: sum(sizes.map(({ br }) => br)) }
  }
  // A page that a feature has read from a text may be as long as its author likes.
  const isText = route !== undefined && !(route.id in siteRoutes)
  return {
    path,
    id: route?.id,
    budget: isText ? { html: Number.POSITIVE_INFINITY, ...route.budget } : route?.budget,
    html: total([htmlFile(path)]),
    data: total(otherFiles).raw,
    script: total(scripts),
    siteScript: scriptShares(scripts, site, dist)[SITE] ?? 0,
    lazy: total(own ? lazyScriptsOf(own, manifest.scripts, browserScript) : []),
    scripts,
  }
}

/** Splits these script files between the engine, the features and the site, in bytes with brotli. */
export function scriptShares(urls: readonly string[], { browserScript }: BundledSite, dist: string): Shares {
  const ofFiles = urls.map(url => shareOut(sizeOfFile(join(dist, url)).br, partsAt([url], browserScript)))
  return addShares(ofFiles)
}

function sizeOfFile(file: string): Size {
  const raw = statSync(file).size
  return { raw, br: statSync(file + ENCODINGS.br, { throwIfNoEntry: false })?.size ?? raw }
}

/** Measures a text, compressed as a prerender compresses a file. */
export function sizeOfText(text: string): Size {
  const body = Buffer.from(text)
  const br = brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: body.length } })
  return { raw: body.length, br: br.length }
}
