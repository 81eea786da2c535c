import { readdirSync } from 'node:fs'
import { hasParams } from './engine.ts'
import { root } from './folders.ts'
import { loadSite } from './load-site.ts'

/** The project's own site, as `npm run prerender` has written it. */
export const { folder, build, dist, facts, manifest, table, origin, siteOf } = await loadSite(root)

/** The pages that a build can render. The source of a page with `prerender: false` may be unreachable here. */
export const routes = table.routes.filter(route => route.prerender !== false)

const files = readdirSync(dist, { recursive: true, encoding: 'utf8' })
const paths = files
  .filter(name => name.endsWith('.html'))
  .map(name => `/${name.replaceAll('\\', '/').slice(0, -'.html'.length)}`)

/** Every page in dist/ with its route, including each prerendered page of a path with params. */
export const addresses = routes.flatMap(route => {
  const own = hasParams(route) ? paths.filter(path => table.match(path)?.route === route) : [route.path]
  return own.map(path => ({ path, route }))
})
