import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { stop as stopEsbuild } from 'esbuild'
import express, { type RequestHandler } from 'express'
import pino from 'pino'
import { addressError, readConfig, urlOf } from '../../server/config.ts'
import { nameIn } from '../../server/file-names.ts'
import { pageResponse } from '../../server/http/responses.ts'
import { type Bundle, createBundler } from '../bundle/bundle.ts'
import { developmentFolder, sweepCache } from '../lib/build-cache.ts'
import { explain } from '../lib/explain-error.ts'
import { loadProgram, type Program } from '../lib/load-program.ts'
import { root } from '../lib/root.ts'
import { elementsOfPage } from '../problems/html.ts'
import { createCheck } from '../problems/page-checks.ts'
import { explainStack } from './browser-errors.ts'
import { opensSocket, scriptOf, scripts, serveBrowserModules } from './browser-modules.ts'
import { createOpenPages } from './dev-events.ts'
import { hostsToOpen, isInNetwork, refuseForeign } from './refuse-foreign.ts'
import { createWarner, printLine } from './terminal.ts'
import { createTypeCheck } from './type-errors.ts'
import { buildOnChange } from './watch.ts'
import { createWriter } from './write-changed.ts'

/** The address is of this process, the origin of each build: this one is never shown. */
const ANY_ORIGIN = 'http://localhost'

/** Serves the site, and follows the edits of the source. Resolves when the first build is served. */
export async function createDevServer(env: NodeJS.ProcessEnv): Promise<void> {
  const config = readConfig(env, ANY_ORIGIN)
  const pages = createOpenPages()
  const folder = developmentFolder(process.pid)
  const writeFiles = createWriter(folder)
  const log = pino({ base: null }, { write: line => printLine(line, pages.report) })
  await sweepCache()
  let app: RequestListener | undefined
  let builds = 0
  let loaded: { code: Uint8Array | undefined; program: Program } | undefined
  const warn = createWarner()
  const checkTypes = createTypeCheck(console.error)

  // No error of the site ends this process.
  process.on('uncaughtException', async error => pages.report(await explain(error)))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(0))
  process.once('exit', () => {
    stopEsbuild() // Its own process may otherwise report a broken pipe.
    rmSync(folder, { recursive: true, force: true })
  })

  const servePage: RequestHandler = async (req, res) => {
    await setImmediate() // An edit of which the system tells at this moment comes first.
    await edits.settled()
    if (app) app(req, res)
    else res.status(500).send(await pages.emptyPage())
  }
  const listener = express()
  // What is not upgraded is an ordinary request, as it is to a site that runs.
  const server = createServer({ shouldUpgradeCallback: opensSocket }, listener)
  const [modules, bundler] = await Promise.all([
    serveBrowserModules({ server, host: config.host, onError: reportOfBrowser }),
    createBundler({ program: 'server/program.ts' }, { scripts, scriptOf, onBundled }),
  ])

  function onEdit(files: ReadonlySet<string>): void {
    modules.refresh(files)
    pages.tellEdited()
  }

  /** Resolves to what the build was made of besides the folders that are watched. */
  async function build(edited: ReadonlySet<string>): Promise<readonly string[] | undefined> {
    const begun = performance.now()
    try {
      const bundle = await bundler.rebuild(edited)
      if (pages.isShown(bundle)) return bundle.watchFiles
      builds++
      const { table, manifest, contentHtml, files } = bundle
      modules.setVirtualModules(bundle.virtualModules)
      await writeFiles(files)
      const code = files.get('program.js')
      if (!loaded || code !== loaded.code) loaded = { code, program: await loadProgram(folder, `?${builds}`) }
      const composed = await loaded.program.composeApp({
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
      app = composed.app
      const names = Array.from(edited, file => nameIn(root, file))
      pages.update(bundle, names)
      modules.tellEdited()
      warn([...bundle.warnings, ...bundle.wordProblems])
      console.log(`built in ${Math.round(performance.now() - begun)} ms`)
      return bundle.watchFiles
    } catch (error) {
      pages.report(await explain(error))
      return undefined
    } finally {
      // After the build, for which it would leave less of the processor.
      if (edited.size === 0 || [...edited].some(file => /\.tsx?$/.test(file))) checkTypes()
    }
  }

  /** What only Vite finds wrong: what esbuild finds, too, is reported by the build. */
  async function reportOfBrowser(text: string): Promise<void> {
    await edits.settled()
    if (!pages.hasProblem()) pages.report(text)
  }

  function onBundled(name: string, reason: string): void {
    console.log(`${name} is bundled, because Node cannot import it: ${reason}`)
  }

  /** Reports the problems for which the build refuses a page, such as a dead link. */
  function reportProblems(bundle: Bundle, path: string | undefined, html: Buffer): void {
    if (path === undefined) return // An error page.
    const check = createCheck(bundle.targets)
    check.add(path, elementsOfPage(html.toString()))
    const problems = check.problems()
    if (problems.length > 0) pages.report(problems.join('\n'), path, true)
  }

  /** The response to a failed request. Its script shows the error. */
  const failure = async () =>
    pageResponse({ status: 500 }, { identity: Buffer.from(await pages.emptyPage()) })

  listener.use(refuseForeign(config.host))
  listener.get('/dev/events', pages.follow).post('/dev/errors', explainStack)
  listener.use(modules.handler, servePage)
  const watched = ['client', 'server', 'shared'].map(name => join(root, name))
  const edits = buildOnChange(watched, { onEdit, build })
  await once(server.listen(config.port, config.host), 'listening').catch(error => {
    throw addressError(config, error)
  })
  await edits.settled()
  const { port } = server.address() as AddressInfo
  for (const host of hostsToOpen(config.host)) console.log(`open ${urlOf(host, port)}`)
  if (isInNetwork(config.host))
    console.warn('WARNING: everybody in your network can read the site, its drafts and its sources.')
}
