import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Metafile } from 'esbuild'
import { vi } from 'vitest'
import { manifest } from '../../../../tests/support/fixture-site.ts'
import { prerenderValues } from '../../../../tests/support/prerender-values.tsx'
import type { PagesOfValues } from '../../../../tests/support/value-site.tsx'
import { checkBudgets } from '../../check-budgets.ts'

/** The files of the script, with their size in bytes, raw and with brotli. */
const sizes: [name: string, raw: number, br: number][] = [
  ['react.js', 300_000, 90_000],
  ['all.js', 10_000, 3000],
  ['about.js', 2000, 700],
  ['home.js', 10, 5],
  ['large.js', 10, 5],
  ['jobs.js', 10, 5],
  ['not-found.js', 10, 5],
  ['part.js', 1000, 300],
]

const outputs: Metafile['outputs'] = {
  'build/public/assets/about.js': {
    bytes: 2000,
    exports: [],
    imports: [{ path: 'build/public/assets/part.js', kind: 'dynamic-import' }],
    inputs: { 'node_modules/charts/index.js': { bytesInOutput: 1900 } },
  },
  'build/public/assets/part.js': { bytes: 1000, exports: [], imports: [], inputs: {} },
}

/** Prerenders a site with these scripts and budgets. Resolves to what is printed for each page, by path. */
export async function prerenderPriced(site: PagesOfValues, { html = 14_000 }: { html?: number } = {}) {
  const dist = mkdtempSync(join(tmpdir(), 'priced-'))
  mkdirSync(join(dist, 'assets'))
  for (const [name, raw, br] of sizes) {
    writeFileSync(join(dist, 'assets', name), Buffer.alloc(raw))
    writeFileSync(join(dist, 'assets', `${name}.br`), Buffer.alloc(br))
  }
  const withScript = site.table.routes.filter(({ hydrate }) => hydrate !== 'never')
  const { checks } = await prerenderValues(site, {
    features: [{ checkPages: priced => checkBudgets(priced, dist, { html }) }],
    checked: {
      dist,
      manifest: {
        ...manifest,
        scripts: ['/assets/react.js', '/assets/all.js'],
        pageScripts: Object.fromEntries(withScript.map(({ id }) => [id, [`/assets/${id}.js`]])),
        notFoundScript: ['/assets/not-found.js'],
      },
      browserScript: { inputs: {}, outputs },
    },
  })
  const printed = vi.spyOn(console, 'table').mockReturnValue()
  vi.spyOn(console, 'log').mockReturnValue()
  for (const check of checks) await check.printResults?.()
  const costs: Record<string, Record<string, number>> = printed.mock.calls[0]?.[0]
  return { costs, dist }
}
