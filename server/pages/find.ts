import type { Served } from '../../extension-points.ts'
import type { RouteTable } from '../../shared/route-table.ts'
import { firstOf } from '../lib/first-of.ts'
import { type Find, type Found, staticResponse } from '../respond/found.ts'
import { livenessOk, PROBES, readinessOk, shuttingDown } from '../respond/responses.ts'
import type { StaticPages } from './static-pages.ts'

interface FindParts {
  table: RouteTable
  /** Assets, icons, generated files and features' lists of pages, by their decoded path in NFC. */
  files: ReadonlyMap<string, Found>
  /** The pages of dist/ and their data, by path. A page with data is `dynamic`, as on a live server, which has none here. */
  prerendered: ReadonlyMap<string, Found>
  staticPages: StaticPages
  /** What the features serve. Only `find` is called here. */
  served: readonly Served[]
  buildId: string
  /** The operator's name for the release. Empty if there is none. */
  release: string
  isReady: () => boolean
}

/** Returns a function that finds what the site has at a path. The order here decides what wins. */
export function createFind(parts: FindParts): Find {
  const { table, files, prerendered, staticPages, served } = parts
  const probes = probesOf(parts)
  return path =>
    files.get(decodedPath(path) ?? '') ??
    probes.get(path) ??
    prerendered.get(path) ??
    staticPages.find(path) ??
    firstOf(served, ({ find }) => find?.(path)) ??
    redirectAt(path, table)
}

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

/** The addresses that report whether the process is alive, and whether it's ready. */
const probesOf = ({ buildId, release, isReady }: FindParts): ReadonlyMap<string, Found> =>
  new Map<string, Found>([
    [PROBES.alive, staticResponse(livenessOk(buildId, release))],
    [PROBES.ready, { kind: 'static', respond: () => (isReady() ? readinessOk : shuttingDown) }],
  ])
