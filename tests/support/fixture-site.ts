import { inject } from 'vitest'
import { loadSite } from './load-site.ts'

/** The site of tests/fixture/, which no edit of a site changes. */
export const { folder, build, dist, program, facts, manifest, table, origin, security, siteOf, listen } =
  await loadSite(inject('fixture'))
