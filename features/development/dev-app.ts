import type { RequestListener } from 'node:http'
import pino from 'pino'
import type { BundledSite } from '../../extension-points.ts'
import type { Bundle } from '../../scripts/bundle/bundle.ts'
import { pageChecksOf } from '../../scripts/bundle/check-site.ts'
import { buildFeatures } from '../../scripts/bundle/read-site.ts'
import { messagesOf } from '../../scripts/lib/diagnostics.ts'
import '../../scripts/lib/exact-program.ts'
import { loadProgram, type Program } from '../../scripts/lib/load-program.ts'
import { PROGRAM_FILE } from '../../server/lib/built-files.ts'
import { readConfig } from '../../server/lib/config.ts'
import { serializers } from '../../server/lib/logger.ts'
import type { Manifest } from '../../server/lib/manifest.ts'
import { pageResponse } from '../../server/respond/responses.ts'
import type { OpenPages } from './dev-events.ts'
import { printLine } from './terminal.ts'
import { createWriter, isSame } from './write-changed.ts'

/** Returns a function that composes a build's app in this folder, as production does. */
export function createDevApps(folder: string, openPages: OpenPages) {
  const writeFiles = createWriter(folder)
  const log = pino({ base: null, serializers }, { write: line => printLine(line, openPages.report) })
  let loads = 0
  let loaded: { text: Uint8Array | undefined; program: Program } | undefined

  /** Loads a build's program, unless it's the one that was loaded last, which keeps its memory. */
  async function programOf({ files }: Bundle): Promise<Program> {
    const text = files.get(PROGRAM_FILE)
    if (loaded && text && isSame(loaded.text, text)) return loaded.program
    loaded = { text, program: await loadProgram(folder, `?${++loads}`) }
    return loaded.program
  }

  /** Reports the errors for which a build refuses a page, such as a dead link. */
  async function reportErrors(site: BundledSite, path: string | undefined, html: Buffer) {
    if (path === undefined) return // An error page.
    const checks = pageChecksOf(buildFeatures, site)
    const { route } = site.table.match(path) ?? {}
    for (const check of checks) await check.add({ path, route, html, otherFiles: [] })
    const errors = messagesOf(
      'error',
      checks.flatMap(check => check.diagnostics()),
    )
    if (errors.length > 0) openPages.report(errors.join('\n'), path, true)
  }

  /** Makes the response to a failed request. Its script shows the error. */
  const failed = async () => pageResponse(500, { identity: Buffer.from(await openPages.emptyPage()) })

  return async function appOf(bundle: Bundle, manifest: Manifest): Promise<RequestListener> {
    const { source, checked } = bundle
    await writeFiles(bundle.files)
    const program = await programOf(bundle)
    const endpoints = await program.readEndpoints()
    const site: BundledSite = { ...checked, manifest, origin: manifest.origin, endpoints }
    const { app } = await program.composeApp({
      table: source.table,
      manifest,
      config: { ...readConfig(process.env, manifest.origin), serve: 'live' },
      build: folder,
      dist: '',
      log,
      isReady: () => true,
      onRendered: (path, html) => void reportErrors(site, path, html),
      failed,
    })
    return app
  }
}
