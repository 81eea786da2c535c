import { join } from 'node:path'
import { loadSite } from './load-site.ts'

/** The owner's site, whatever it is, as `npm run prerender` has left it. */
export const { folder, build, dist, facts, table, origin, siteOf } = await loadSite(
  join(import.meta.dirname, '../..'),
)

/** The pages that a build can render: the source of a page with `prerender: false` may be out of reach here. */
export const rows = table.rows.filter(row => row.prerender !== false)
