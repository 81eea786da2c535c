import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { MAX_BYTES_IN_MEMORY, PROGRAM_FILE } from '../../server/built-files.ts'
import { type Manifest, programHash } from '../../server/manifest.ts'
import { root } from '../lib/root.ts'
import { readTokens } from '../media/tokens.ts'
import type { BuiltFiles } from './collect-files.ts'
import { DEV_SCRIPT, devScript, scriptLoader } from './inline-scripts.ts'
import { clientRowsIn } from './plugins/virtual-modules.ts'
import type { ReadTable } from './read-table.ts'
import type { ScriptUrls } from './script-urls.ts'
import { speculationRules } from './speculation-rules.ts'

/** The manifest of a build, and the hashes by which development tells what an edit has changed. */
export interface MadeManifest {
  manifest: Manifest
  /** A hash of everything. That in the manifest stays the same in development, where a page lives on after an edit. */
  version: string
  /** A hash of everything but the stylesheet. */
  codeHash: string
  /** A hash of what stands in the document of every page, the stylesheet aside. */
  documentHash: string
}

interface Parts {
  read: ReadTable
  files: BuiltFiles
  scriptUrls: ScriptUrls
  style: string
  isDevelopment: boolean
}

export async function makeManifest(parts: Parts): Promise<MadeManifest> {
  const { read, scriptUrls, style, isDevelopment } = parts
  const { owner, table, buildDay, virtualModules, sources } = read
  const tokens = readTokens()
  const record = {
    origin: owner.company.origin,
    paper: { light: tokens.colour('paper'), dark: tokens.colour('paper', 'dark') },
    ...scriptUrls,
    scriptLoader: await scriptLoader(scriptUrls.scripts),
    speculationRules: speculationRules(
      clientRowsIn(table).map(({ path }) => path),
      owner.company,
    ),
    rows: table.rows,
    languages: table.languages,
  }
  // esbuild gives its outputs in any order.
  const files = [...parts.files].sort(([a], [b]) => (a < b ? -1 : 1))
  const texts = sources.map(({ html }) => html)
  // Each hash covers what the one before it does. Of the day that is the year, which stands in a virtual module.
  const devSource = await readFile(join(root, DEV_SCRIPT))
  const documentHash = digest([JSON.stringify([record, virtualModules]), devSource])
  const codeHash = digest([documentHash, ...files.flat(), ...texts])
  const version = digest([codeHash, style])
  const program = programHash(parts.files.get(PROGRAM_FILE) ?? Buffer.alloc(0))
  const manifest = {
    ...record,
    buildDay,
    digests: digestsOf(files),
    style,
    version,
    program,
  }
  const forDevelopment = isDevelopment && { version: 'development', devScript: await devScript(version) }
  return { manifest: { ...manifest, ...forDevelopment }, version, codeHash, documentHash }
}

/** The hashes of the large files of the site, by their names in dist/: the server streams them, and has an ETag of each. */
function digestsOf(files: readonly [name: string, body: Uint8Array][]): Record<string, string> {
  const large = files.filter(
    ([name, body]) => name.startsWith('public/') && body.length > MAX_BYTES_IN_MEMORY,
  )
  return Object.fromEntries(large.map(([name, body]) => [name.replace('public/', ''), digest([body])]))
}

/** A hash of texts and bodies, as a version and in an ETag. */
function digest(parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest('base64url').slice(0, 12)
}
