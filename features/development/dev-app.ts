import type { RequestListener } from 'node:http'
import pino from 'pino'
import type { Bundle } from '../../scripts/bundle/bundle.ts'
import { loadProgram, type Program } from '../../scripts/lib/load-program.ts'
import { elementsOfPage } from '../../scripts/problems/html.ts'
import type { LinkTargets } from '../../scripts/problems/link-checks.ts'
import { createCheck } from '../../scripts/problems/page-checks.ts'
import { PROGRAM_FILE } from '../../server/lib/built-files.ts'
import { readConfig } from '../../server/lib/config.ts'
import { UserError } from '../../server/lib/errors.ts'
import { pageResponse } from '../../server/respond/responses.ts'
import '../../scripts/lib/exact-program.ts'
import type { OpenPages } from './dev-events.ts'
import { printLine } from './terminal.ts'
import { createWriter } from './write-changed.ts'

interface Parts {
  env: NodeJS.ProcessEnv
  /** The folder of the build. */
  folder: string
  openPages: OpenPages
}

/** Returns what makes the application of each build, like that of production. */
export function createDevApps({ env, folder, openPages }: Parts) {
  const writeFiles = createWriter(folder)
  const log = pino({ base: null }, { write: line => printLine(line, openPages.report) })
  let builds = 0
  let loaded: { text: Uint8Array; program: Program } | undefined

  /** Loads the program of a build, unless it is that of the one before. */
  async function programOf({ files }: Bundle): Promise<Program> {
    const text = files.get(PROGRAM_FILE) ?? Buffer.alloc(0)
    if (loaded && Buffer.compare(text, loaded.text) === 0) return loaded.program
    loaded = { text, program: await loadProgram(folder, `?${++builds}`) }
    return loaded.program
  }

  /** Reports the problems for which the build refuses a page, such as a dead link. */
  async function reportProblems(targets: LinkTargets, path: string | undefined, html: Buffer) {
    if (path === undefined) return // An error page.
    const check = createCheck(targets)
    await check.add(path, elementsOfPage(html.toString()))
    const problems = check.problems()
    if (problems.length > 0) openPages.report(problems.join('\n'), path, true)
  }

  /** The response to a failed request. Its script shows the error. */
  const failure = async () =>
    pageResponse({ status: 500 }, { identity: Buffer.from(await openPages.emptyPage()) })

  return async function appOf(bundle: Bundle): Promise<RequestListener> {
    const { table, manifest } = bundle
    await writeFiles(bundle.files)
    const program = await programOf(bundle)
    const endpoints = await program.readEndpoints()
    if ('problem' in endpoints) throw new UserError(endpoints.problem)
    const targets = { ...bundle.targets, ...endpoints }
    const { app } = await program.composeApp({
      table,
      manifest,
      config: { ...readConfig(env, manifest.origin), serve: 'live' },
      build: folder,
      dist: '',
      log,
      isReady: () => true,
      onRendered: (path, html) => void reportProblems(targets, path, html),
      failure,
    })
    return app
  }
}
