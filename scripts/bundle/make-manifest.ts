import { createHash } from 'node:crypto'
import { MAX_BYTES_IN_MEMORY } from '../../server/lib/built-files.ts'
import type { Manifest } from '../../server/lib/manifest.ts'
import { readTokens } from '../media/tokens.ts'
import type { BuiltFiles } from './collect-files.ts'
import { scriptLoader } from './inline-scripts.ts'
import { hydratedRoutesIn } from './plugins/virtual-modules.ts'
import { buildFeatures, type SiteSource } from './read-site.ts'
import type { ScriptUrls } from './script-urls.ts'
import { speculationRules } from './speculation-rules.ts'

interface Parts {
  source: SiteSource
  files: BuiltFiles
  scriptUrls: ScriptUrls
  style: string
  writesHtml: boolean
}

export async function makeManifest(parts: Parts): Promise<Manifest> {
  const { source, scriptUrls, style, writesHtml } = parts
  const { site, table, buildDate } = source
  const tokens = readTokens()
  const record = {
    origin: site.company.origin,
    paper: { light: tokens.colour('paper'), dark: tokens.colour('paper', 'dark') },
    ...scriptUrls,
    scriptLoader: await scriptLoader(scriptUrls.scripts),
    speculationRules: speculationRules(
      hydratedRoutesIn(table).map(({ path }) => path),
      site.company,
    ),
    writesHtml,
    routes: table.routes,
    languages: table.languages,
    redirects: table.redirects,
    embeddable: buildFeatures.flatMap(feature => feature.embeddable ?? []),
  }
  // esbuild returns its outputs in any order.
  const files = [...parts.files].sort(([a], [b]) => (a < b ? -1 : 1))
  // The date isn't part of the id: a nightly rebuild of the same source is the same build.
  const buildId = digest([JSON.stringify(record), ...files.flat(), style])
  return { ...record, buildDate, digests: digestsOf(files), style, buildId }
}

/** The hashes of large files, by their names in dist/. The server streams such a file, and needs the hash for its ETag. */
function digestsOf(files: readonly [name: string, body: Uint8Array][]): Record<string, string> {
  const large = files.filter(
    ([name, body]) => name.startsWith('public/') && body.length > MAX_BYTES_IN_MEMORY,
  )
  return Object.fromEntries(large.map(([name, body]) => [name.replace('public/', ''), digest([body])]))
}

/** A hash of texts and bodies, for a build's id and for an ETag. */
function digest(parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest('base64url').slice(0, 12)
}
