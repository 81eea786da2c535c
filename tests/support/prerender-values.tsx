import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'
import type { Size } from '../../scripts/problems/costs.ts'
import { renderPages } from '../../scripts/write/render-pages.ts'
import { manifest } from './fixture-site.ts'
import { ORIGIN, type pagesOfValues } from './value-site.tsx'

const folder = mkdtempSync(join(tmpdir(), 'prerender-test-'))

/** What the route of a page says, so that nothing is wrong with it. */
export const words = (name: string) => ({
  title: name,
  description: `${name}: in fifty characters at least, what is on this page.`,
})
export const Words = () => <h1>Words</h1>
const sizes = new Map<string, Size>([
  ['/assets/react.js', { raw: 300_000, br: 90_000 }],
  ['/assets/all.js', { raw: 10_000, br: 3000 }],
  ['/assets/about.js', { raw: 2000, br: 700 }],
  ['/assets/part.js', { raw: 1000, br: 300 }],
])

/** Prerenders a site of pagesOfValues() into a new folder. */
export async function prerenderValues(
  site: Awaited<ReturnType<typeof pagesOfValues>>,
  { paths, html = 14_000 }: { paths?: string[]; html?: number } = {},
) {
  const { table, ...composed } = site
  const dist = mkdtempSync(join(folder, 'dist-'))
  const warned = vi.spyOn(console, 'warn').mockReturnValue()
  const targets = {
    table,
    isPage: (path: string) => table.match(path) !== undefined || path === '/',
    isFile: (path: string) => path.includes('.'),
    isEndpoint: async () => false,
    whyMissing: () => undefined,
    linkAt: (path: string, href: string) => `${path}: the link to ${href}`,
  }
  const scripts = ['/assets/react.js', '/assets/all.js']
  const withScript = table.routes.filter(({ hydrate }) => hydrate !== 'never')
  const pageScripts = Object.fromEntries(withScript.map(({ id }) => [id, [`/assets/${id}.js`]]))
  const built = {
    manifest: { ...manifest, scripts, pageScripts, notFoundScript: ['/assets/not-found.js'] },
    table,
    sizes,
    packages: (urls: readonly string[]) => new Map(urls.map(url => [`package of ${url}`, 9])),
    lazyScripts: (urls: readonly string[]) => (urls.includes('/assets/about.js') ? ['/assets/part.js'] : []),
    buildFeatures: [],
    site: { budgets: { html, common: 97_000, script: 20_000 } },
  }
  const all = paths ?? table.routes.map(({ path }) => path)
  const { costs, listed } = await renderPages(built, composed, { paths: all, origin: ORIGIN, targets, dist })
  return { costs, listed, dist, warnings: warned.mock.calls.flat() }
}
