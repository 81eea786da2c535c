import type { Served } from '../../extension-points.ts'
import type { RouteTable } from '../../shared/route-table.ts'
import { firstOf } from '../lib/first-of.ts'
import { type Find, type Found, staticResponse } from '../respond/found.ts'
import { livenessOk, PROBES, readinessOk, shuttingDown } from '../respond/responses.ts'
import type { StaticPages } from './static-pages.ts'

interface FindParts {
  table: RouteTable
  /** Assets, icons and other files, by their decoded path in NFC. */
  files: ReadonlyMap<string, Found>
  probes: ReadonlyMap<string, Found>
  /** The pages of dist/, by path. One with data is `dynamic` here, too, so an endpoint goes first. A live server has none. */
  prerendered: ReadonlyMap<string, Found>
  staticPages: StaticPages
  features: readonly Served[]
}

/** Returns a function that finds what the site has at a path. The order here decides what wins. */
export const createFind =
  ({ table, files, probes, prerendered, staticPages, features }: FindParts): Find =>
  path =>
    files.get(decodedPath(path) ?? '') ??
    probes.get(path) ??
    prerendered.get(path) ??
    staticPages.find(path) ??
    firstOf(features, ({ find }) => find?.(path)) ??
    redirectAt(path, table)

/** Decodes a path to a file name in NFC. Undefined if it's malformed, or has a NUL or an encoded slash. */
function decodedPath(path: string): string | undefined {
  if (!path.includes('%')) return path
  if (/%(00|2f)/i.test(path)) return undefined
  try {
    return decodeURIComponent(path).normalize()
  } catch {
    return undefined
  }
}

function redirectAt(path: string, table: RouteTable): Found {
  const to = table.redirectOf(path)
  return to === undefined ? { kind: 'nothing' } : { kind: 'redirect', to }
}

/** The probes, by path. `liveness` is the text of the first one after `ok`: the build id, and the operator's name for the release. */
export const probesOf = (liveness: string, isReady: () => boolean): ReadonlyMap<string, Found> =>
  new Map<string, Found>([
    [PROBES.alive, staticResponse(livenessOk(liveness))],
    [PROBES.ready, { kind: 'static', respond: () => (isReady() ? readinessOk : shuttingDown) }],
  ])
