import type { RequestListener } from 'node:http'
import pino from 'pino'
import type { BundledSite } from '../../extension-points.ts'
import type { Bundle } from '../../scripts/bundle/bundle.ts'
import { pageChecksOf } from '../../scripts/bundle/check-site.ts'
import { messagesOf } from '../../scripts/lib/diagnostics.ts'
import '../../scripts/lib/exact-program.ts'
import { loadProgram, type Program } from '../../scripts/lib/load-program.ts'
import { PROGRAM_FILE } from '../../server/lib/built-files.ts'
import { readConfig } from '../../server/lib/config.ts'
import { serializers } from '../../server/lib/logger.ts'
import { pageResponse } from '../../server/respond/responses.ts'
import type { OpenPages } from './dev-events.ts'
import { printLine } from './terminal.ts'
import { createWriter } from './write-changed.ts'

interface Parts {
  env: NodeJS.ProcessEnv
  /** The build's folder. */
  folder: string
  openPages: OpenPages
}

/** Returns a function that composes a build's app, as production does. */
export function createDevApps({ env, folder, openPages }: Parts) {
  const writeFiles = createWriter(folder)
  const log = pino({ base: null, serializers }, { write: line => printLine(line, openPages.report) })
  let builds = 0
  let loaded: { text: Uint8Array; program: Program } | undefined

  /** Loads a build's program, unless it's the same as the last build's. */
  async function programOf({ files }: Bundle): Promise<Program> {
    const text = files.get(PROGRAM_FILE) ?? Buffer.alloc(0)
    if (loaded && Buffer.compare(text, loaded.text) === 0) return loaded.program
    loaded = { text, program: await loadProgram(folder, `?${++builds}`) }
    return loaded.program
  }

  /** Reports the errors for which a build refuses a page, such as a dead link. */
  async function reportErrors(
    { source, checked, manifest }: Bundle,
    endpoints: BundledSite['endpoints'],
    path: string | undefined,
    html: Buffer,
  ) {
    if (path === undefined) return // An error page.
    const checks = pageChecksOf(source.buildFeatures, {
      ...checked,
      manifest,
      origin: manifest.origin,
      endpoints,
    })
    const { route } = checked.table.match(path) ?? {}
    for (const check of checks) await check.add({ path, route, html, otherFiles: [] })
    const errors = messagesOf(
      'error',
      checks.flatMap(check => check.diagnostics()),
    )
    if (errors.length > 0) openPages.report(errors.join('\n'), path, true)
  }

  /** Makes the response to a failed request. Its script shows the error. */
  const failed = async () => pageResponse(500, { identity: Buffer.from(await openPages.emptyPage()) })

  return async function appOf(bundle: Bundle): Promise<RequestListener> {
    const { manifest } = bundle
    await writeFiles(bundle.files)
    const program = await programOf(bundle)
    const endpoints = await program.readEndpoints()
    const { app } = await program.composeApp({
      table: bundle.source.table,
      manifest,
      config: { ...readConfig(env, manifest.origin), serve: 'live' },
      build: folder,
      dist: '',
      log,
      isReady: () => true,
      onRendered: (path, html) => void reportErrors(bundle, endpoints, path, html),
      failed,
    })
    return app
  }
}
