import { statSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import type { BundledSite, CheckedPage } from '../../joints.ts'
import { ENCODINGS, htmlFile } from '../../server/lib/built-files.ts'
import { pageScriptOf } from '../../server/lib/manifest.ts'
import type { Cost, Size } from './costs.ts'
import { lazyScriptsOf } from './script-parts.ts'

/** What a first visit to a page costs, by its files in dist/. */
export function costOf({ path, route, otherFiles }: CheckedPage, site: BundledSite, dist: string): Cost {
  const { manifest, written, browserScript } = site
  const script = pageScriptOf(manifest, route)
  const total = (urls: readonly string[]): Size => {
    const sizes = urls.map(url => sizeOfFile(join(dist, url)))
    return {
      raw: sizes.reduce((sum, { raw }) => sum + raw, 0),
      br: sizes.reduce((sum, { br }) => sum + br, 0),
    }
  }
  // What a feature has read from a text may be as long as its author likes.
  const isText = route !== undefined && !(route.id in written)
  return {
    path,
    id: route?.id,
    budget: isText ? { html: Number.POSITIVE_INFINITY, ...route.budget } : route?.budget,
    html: total([htmlFile(path)]),
    data: total(otherFiles).raw,
    common: total(script ? manifest.scripts : []),
    script: total(script ?? []),
    lazy: total(script ? lazyScriptsOf(script, manifest.scripts, browserScript) : []),
    files: script ? { common: manifest.scripts, script } : {},
  }
}

function sizeOfFile(file: string): Size {
  const raw = statSync(file).size
  return { raw, br: statSync(file + ENCODINGS.br, { throwIfNoEntry: false })?.size ?? raw }
}

/** The size of a text, compressed as a prerender compresses a file. */
export function sizeOfText(text: string): Size {
  const body = Buffer.from(text)
  const br = brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: body.length } })
  return { raw: body.length, br: br.length }
}
