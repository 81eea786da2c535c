import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'
import { root } from './folders.ts'
import { loadSite } from './load-site.ts'

/** The site of tests/fixture/, which doesn't depend on the project's site. */
export const { folder, build, dist, program, facts, manifest, table, origin, security, siteOf, listen } =
  await loadSite(inject('fixture'))

const written = readFileSync(join(root, 'tests/fixture/shared/site/routes.ts'), 'utf8')
const coreIds = new Set(Array.from(written.matchAll(/^ {2}(\w+): \{$/gm), ([, id]) => id))

/** The routes of the core's own fixture. The other routes belong to features, which test them. */
export const coreRoutes = table.routes.filter(({ id }) => coreIds.has(id))
