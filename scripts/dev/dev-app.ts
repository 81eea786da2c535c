import type { RequestListener } from 'node:http'
import pino from 'pino'
import { type Config, readConfig } from '../../server/config.ts'
import { nameIn } from '../../server/file-names.ts'
import { pageResponse } from '../../server/http/responses.ts'
import type { Bundle, Bundler } from '../bundle/bundle.ts'
import { explain } from '../lib/explain-error.ts'
import { loadProgram, type Program } from '../lib/load-program.ts'
import { root } from '../lib/root.ts'
import { elementsOfPage } from '../problems/html.ts'
import { createCheck } from '../problems/page-checks.ts'
import type { BrowserModules } from './browser-modules.ts'
import type { OpenPages } from './dev-events.ts'
import { createWarner, printLine } from './terminal.ts'
import { createWriter } from './write-changed.ts'

interface Parts {
  env: NodeJS.ProcessEnv
  config: Config
  /** The folder of the build. */
  folder: string
  bundler: Bundler
  modules: BrowserModules
  openPages: OpenPages
}

/** The site as it was built last, in an application like that of production. */
export interface DevApp {
  /** Undefined until a build succeeds. */
  readonly listener: RequestListener | undefined
  /**
   * Builds what was edited, and tells the open pages of it, or of what is wrong. Resolves to the files outside of the project's
   * folders that the build read; to undefined where it has failed.
   */
  build(edited: ReadonlySet<string>): Promise<readonly string[] | undefined>
}

export function createDevApp({ env, config, folder, bundler, modules, openPages }: Parts): DevApp {
  const writeFiles = createWriter(folder)
  const warn = createWarner()
  const log = pino({ base: null }, { write: line => printLine(line, openPages.report) })
  let listener: RequestListener | undefined
  let builds = 0
  let loaded: { code: Uint8Array | undefined; program: Program } | undefined

  /** Loads the program of a build, unless it is that of the one before. */
  async function programOf({ files }: Bundle): Promise<Program> {
    const code = files.get('program.js')
    if (!loaded || code !== loaded.code) loaded = { code, program: await loadProgram(folder, `?${builds}`) }
    return loaded.program
  }

  async function composeApp(bundle: Bundle): Promise<RequestListener> {
    const { table, manifest, contentHtml } = bundle
    const program = await programOf(bundle)
    const { app } = await program.composeApp({
      table,
      manifest,
      config: { ...config, origin: readConfig(env, manifest.origin).origin, serve: 'live' },
      build: folder,
      dist: '',
      log,
      isReady: () => true,
      readContentHtml: async id => contentHtml.get(id) ?? '',
      onRendered: (path, html) => reportProblems(bundle, path, html),
      failure,
    })
    return app
  }

  /** Reports the problems for which the build refuses a page, such as a dead link. */
  function reportProblems(bundle: Bundle, path: string | undefined, html: Buffer): void {
    if (path === undefined) return // An error page.
    const check = createCheck(bundle.targets)
    check.add(path, elementsOfPage(html.toString()))
    const problems = check.problems()
    if (problems.length > 0) openPages.report(problems.join('\n'), path, true)
  }

  /** The response to a failed request. Its script shows the error. */
  const failure = async () =>
    pageResponse({ status: 500 }, { identity: Buffer.from(await openPages.emptyPage()) })

  async function build(edited: ReadonlySet<string>): Promise<readonly string[] | undefined> {
    const begun = performance.now()
    try {
      const bundle = await bundler.rebuild(edited)
      if (openPages.isShown(bundle)) return bundle.watchFiles
      builds++
      modules.setVirtualModules(bundle.virtualModules)
      await writeFiles(bundle.files)
      listener = await composeApp(bundle)
      const names = Array.from(edited, file => nameIn(root, file))
      openPages.update(bundle, names)
      modules.tellProgram()
      warn([...bundle.warnings, ...bundle.wordProblems])
      console.log(`built in ${Math.round(performance.now() - begun)} ms`)
      return bundle.watchFiles
    } catch (error) {
      openPages.report(await explain(error))
      return undefined
    }
  }

  return {
    get listener() {
      return listener
    },
    build,
  }
}
