import { hash } from 'node:crypto'
import { join } from 'node:path'
import type { BundledSite, Diagnostic } from '../../extension-points.ts'
import { MANIFEST_FILE, PROGRAM_FILE } from '../../server/lib/built-files.ts'
import { type Bundle, createBundler } from '../bundle/bundle.ts'
import type { BuiltFiles } from '../bundle/collect-files.ts'
import { buildFeatures } from '../bundle/read-site.ts'
import { printWarnings } from '../lib/diagnostics.ts'
import { loadProgram, type Program } from '../lib/load-program.ts'
import '../lib/exact-program.ts' // Makes Node load program.js as it's written, so that its source map fits.
import { outputFile } from '../lib/output-file.ts'
import { endWithError } from '../lib/run-command.ts'
import { compressBestCached, writeCompressed } from './compressed-files.ts'

/** A written build: its folder, its files except the manifest, its program, and the site for the checks of its pages. */
export interface BuildResult {
  folder: string
  files: BuiltFiles
  program: Program
  site: BundledSite
  /** What may wait until a release, such as a title that's too long. It's reported with the mistakes in the pages. */
  unfinished: readonly Diagnostic[]
}

/**
 * Bundles the site, checks it, and writes it into a folder. Prints the warnings. Rejects, before any page is rendered, with
 * the errors of the first step that has some: reading the site, bundling it, checking it, or running its code.
 */
export async function writeBuild(folder: string): Promise<BuildResult> {
  process.on('uncaughtException', endWithError) // The site's code runs here, and may throw in a timer.
  const bundler = await createBundler({
    server: 'server/start/server.ts',
    program: 'server/start/program.ts',
  })
  const bundle = await bundler.rebuild().finally(bundler.dispose)
  printWarnings(bundle.diagnostics)
  const writeFileOf = async ([name, body]: [string, Uint8Array]) => {
    const file = join(folder, name)
    // At its start, the server compares this id with the manifest's.
    if (name === PROGRAM_FILE)
      return outputFile(file, `${Buffer.from(body)}\nexport const buildId = '${bundle.manifest.buildId}'\n`)
    if (!name.startsWith('public/')) return outputFile(file, body)
    await writeCompressed(file, body, compressBestCached)
  }
  await Promise.all([
    ...Array.from(bundle.files, writeFileOf),
    outputFile(join(folder, 'package.json'), '{ "type": "module" }\n'),
  ])
  const drawn = await drawFiles(bundle, join(folder, 'public'))
  const manifest = { ...bundle.manifest, digests: { ...bundle.manifest.digests, ...drawn } }
  await outputFile(join(folder, MANIFEST_FILE), JSON.stringify(manifest))
  const program = await loadProgram(folder)
  const endpoints = await program.readEndpoints()
  const site: BundledSite = { ...bundle.checked, manifest, origin: manifest.origin, endpoints }
  const unfinished = bundle.diagnostics.filter(({ severity }) => severity === 'unfinished')
  return { folder, files: bundle.files, program, site, unfinished }
}

/** Writes the files that features draw. Resolves to the hash of each, by its name. */
async function drawFiles({ source: { site, table } }: Bundle, folder: string) {
  const digests: Record<string, string> = {}
  for (const feature of buildFeatures) {
    const drawn = feature.drawFiles?.({ table, company: site.company })
    if (!drawn) continue
    for await (const [name, body] of drawn) {
      await outputFile(join(folder, name), body)
      digests[name] = hash('sha256', body, 'base64url')
    }
  }
  return digests
}
