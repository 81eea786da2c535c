import { hash } from 'node:crypto'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Express } from 'express'
import { MANIFEST_FILE, PROGRAM_FILE } from '../../server/lib/built-files.ts'
import { UserError } from '../../server/lib/errors.ts'
import { previewFile } from '../../server/metadata/link-preview.ts'
import type { ResolvedRoute } from '../../shared/route-table.ts'
import { type Bundle, createBundler } from '../bundle/bundle.ts'
import { inBatches } from '../lib/batches.ts'
import { warn } from '../lib/diagnostics.ts'
import { endWithError } from '../lib/end-with-error.ts'
import { explain } from '../lib/explain-error.ts'
import { loadProgram, type Program } from '../lib/load-program.ts'
import '../lib/exact-program.ts'
import { outputFile } from '../lib/output-file.ts'
import { root } from '../lib/root.ts'
import { createPreviews, type DrawingFile } from '../media/previews.tsx'
import { bestKept, writeCompressed } from './compressed-files.ts'

/** What was bundled, where it is, its program, and the application of the site's endpoints. */
export interface BuildResult extends Bundle {
  folder: string
  program: Program
  endpoints: Express
}

export async function writeBuild(folder: string): Promise<BuildResult> {
  process.on('uncaughtException', endWithError) // The site's code runs here, and may throw in a timer.
  const bundler = await createBundler({
    server: 'server/start/server.ts',
    program: 'server/start/program.ts',
  })
  const bundle = await bundler.rebuild().finally(bundler.dispose)
  warn('warning', bundle.diagnostics)
  const writeFileOf = async ([name, body]: [string, Uint8Array]) => {
    const file = join(folder, name)
    // By this a start finds a program.js of another build.
    if (name === PROGRAM_FILE)
      return outputFile(file, `${Buffer.from(body)}\nexport const buildId = '${bundle.buildId}'\n`)
    if (!name.startsWith('public/')) return outputFile(file, body)
    await writeCompressed(file, body, bestKept)
  }
  await Promise.all([
    ...Array.from(bundle.files, writeFileOf),
    outputFile(join(folder, 'package.json'), '{ "type": "module" }\n'),
  ])
  const previews = await writePreviews(bundle, join(folder, 'public'))
  const manifest = { ...bundle.manifest, digests: { ...bundle.manifest.digests, ...previews } }
  await outputFile(join(folder, MANIFEST_FILE), JSON.stringify(manifest))
  const program = await loadProgram(folder).catch(async error => {
    // The source map, which names the lines of the site's code, is gone when this build has failed.
    throw new UserError(await explain(error))
  })
  const read = await program.readEndpoints()
  if ('problem' in read) throw new UserError(read.problem)
  return { ...bundle, manifest, folder, program, endpoints: read.endpoints }
}

/** Not bundled with the site's other files: a site may have no drawing, and then no folder of them. */
const loadDrawing = (name: string): Promise<DrawingFile> =>
  import(pathToFileURL(join(root, 'shared/site/drawings', `${name}.tsx`)).href)

/** Resolves to the hash of each link preview, by its name. */
async function writePreviews({ site, table }: Bundle, folder: string): Promise<Record<string, string>> {
  const { company, typefaces } = site
  const draw = await createPreviews({ company, typefaces, loadDrawing })
  const drawPreview = async (route: ResolvedRoute) => ({ name: previewFile(route), body: await draw(route) })
  const digests: Record<string, string> = {}
  for await (const { name, body } of inBatches(table.routes, drawPreview)) {
    await outputFile(join(folder, name), body)
    digests[name] = hash('sha256', body, 'base64url')
  }
  return digests
}
