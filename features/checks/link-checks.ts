import type { BundledSite } from '../../extension-points.ts'
import { firstOf } from '../../server/lib/first-of.ts'
import type { RouteTable } from '../../shared/route-table.ts'
import { createIsEndpoint, type IsEndpoint } from './endpoints.ts'

/** Everything on a site that a link may lead to. */
export interface SiteLinks {
  table: RouteTable
  isPage(path: string): boolean
  isFile(path: string): boolean
  isEndpoint: IsEndpoint
  /** Says why there is no page at this path. Undefined if no feature knows. */
  whyMissing(path: string): string | undefined
  /** Begins a message about a link on the page at this path, with its file and line if a feature knows them. */
  linkAt(path: string, href: string): string
}

export function siteLinksOf(site: BundledSite): SiteLinks {
  const { table, fileRoutes, endpoints, isPage, isFile } = site
  return {
    table,
    isPage,
    isFile,
    isEndpoint: createIsEndpoint(endpoints),
    whyMissing: path => firstOf(fileRoutes, ({ whyMissing }) => whyMissing(path)),
    linkAt: (path, href) =>
      firstOf(fileRoutes, ({ linkAt }) => linkAt(path, href)) ?? `${path} links to ${href}`,
  }
}

export const noHeading = (fragment: string) => `but that page has no heading with the address #${fragment}`

/** Explains a dead link to a path of this site, as a clause that ends its message. Undefined if the link works. */
export async function linkProblem(path: string, from: string, site: SiteLinks): Promise<string | undefined> {
  const { table, isPage, isFile, isEndpoint, whyMissing } = site
  const current = table.redirectOf(path)
  if (!current && (path === from || isPage(path) || isFile(path))) return undefined
  if (await isEndpoint(path)) return undefined // Endpoints come before redirects.
  if (current) return `which redirects: write ${current}`
  const route = table.match(path)?.route
  if (route) return `but routes.${route.id} has no page at this path`
  return `but ${whyMissing(path) ?? "there's no such page, file or endpoint"}`
}
