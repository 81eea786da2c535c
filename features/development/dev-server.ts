import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { stop as stopEsbuild } from 'esbuild'
import express from 'express'
import { createBundler } from '../../scripts/bundle/bundle.ts'
import { developmentFolder, sweepCache } from '../../scripts/lib/build-cache.ts'
import { explain } from '../../scripts/lib/explain-error.ts'
import { root } from '../../scripts/lib/root.ts'
import { addressError, readConfig, urlOf } from '../../server/lib/config.ts'
import { nameIn } from '../../server/lib/file-names.ts'
import { explainStack, printBlocked } from './browser-errors.ts'
import {
  type BrowserModules,
  opensSocket,
  scriptOf,
  scripts,
  serveBrowserModules,
} from './browser-modules.ts'
import { createDevApps } from './dev-app.ts'
import { createOpenPages } from './dev-events.ts'
import { devScript } from './dev-script.ts'
import { createPackages } from './packages.ts'
import { hostsToOpen, isInNetwork, refuseForeign } from './refuse-foreign.ts'
import { createWarner } from './terminal.ts'
import { createTypeCheck } from './type-errors.ts'
import { buildOnChange } from './watch.ts'

/** The address is of this process, the origin of each build: this one is never shown. */
const ANY_ORIGIN = 'http://localhost'

const WATCHED = ['client', 'server', 'shared', 'features'].map(name => join(root, name))

/** Serves the site, and follows the edits of the source. Resolves when the first build is served. */
export async function createDevServer(env: NodeJS.ProcessEnv): Promise<void> {
  const config = readConfig(env, ANY_ORIGIN)
  const openPages = createOpenPages()
  const folder = developmentFolder(process.pid)
  const checkTypes = createTypeCheck()
  const warn = createWarner()
  await sweepCache()
  // No error of the site ends this process.
  process.on('uncaughtException', async error => openPages.report(await explain(error)))
  cleanUpAtEnd(folder)

  const listener = express()
  // What is not upgraded is an ordinary request, as it is to a site that runs.
  const server = createServer({ shouldUpgradeCallback: opensSocket }, listener)
  const bundler = await createBundler(
    { program: 'server/start/program.ts' },
    { scripts, scriptOf, devScript, packages: createPackages(onBundled) },
  )
  const appOf = createDevApps({ env, folder, openPages })
  /** What was edited for the builds that have failed since the last good one. */
  let unshown: ReadonlySet<string> = new Set()
  /** That of the last good build. */
  let app: RequestListener | undefined
  /** Undefined until there is a good build. */
  let modules: BrowserModules | undefined

  const settled = buildOnChange(WATCHED, { onEdit: files => modules?.refresh(files), build })

  /**
   * Builds what was edited, and tells the open pages of it, or of what is wrong. Resolves to the files outside of the project's
   * folders that the build read; to undefined where it has failed.
   */
  async function build(files: ReadonlySet<string>): Promise<readonly string[] | undefined> {
    const begun = performance.now()
    const edited = unshown.union(files)
    unshown = new Set()
    try {
      const bundle = await bundler.rebuild(edited)
      warn(bundle.diagnostics.map(({ message }) => message))
      if (openPages.isShown(bundle)) return bundle.watchFiles
      const made = await appOf(bundle)
      const ms = Math.round(performance.now() - begun)
      // Vite's server starts after the first build, for which it would leave less of the processor.
      modules ??= await serveBrowserModules({ server, host: config.host, onError: reportOfBrowser })
      modules.setVirtualModules(bundle.virtualModules)
      app = made
      openPages.update(
        bundle,
        Array.from(edited, file => nameIn(root, file)),
      )
      console.log(`built in ${ms} ms`)
      return bundle.watchFiles
    } catch (error) {
      unshown = edited
      openPages.report(await explain(error))
      return undefined
    } finally {
      // After the build, for which it would leave less of the processor.
      if (edited.size === 0 || [...edited].some(file => /\.tsx?$/.test(file))) checkTypes()
    }
  }

  /** What only Vite finds wrong: what esbuild finds, too, is reported by the build. */
  async function reportOfBrowser(text: string): Promise<void> {
    await settled()
    if (!openPages.hasBuildProblem()) openPages.report(text)
  }

  listener.use(refuseForeign(config.host))
  listener.get('/dev/events', openPages.follow)
  listener.post(
    '/dev/errors',
    explainStack(url => modules?.mapOf(url)),
  )
  listener.post('/dev/blocked', printBlocked())
  listener.use(async (req, res, next) => {
    if (!modules) await settled()
    if (modules) modules.handler(req, res, next)
    else next()
  })
  listener.use(async (req, res) => {
    await setImmediate() // An edit of which the system tells at this moment comes first.
    await settled()
    if (app) app(req, res)
    else res.status(500).send(await openPages.emptyPage())
  })
  await once(server.listen(config.port, config.host), 'listening').catch(error => {
    throw addressError(config, error)
  })
  await settled()
  const { port } = server.address() as AddressInfo
  for (const host of hostsToOpen(config.host)) console.log(`open ${urlOf(host, port)}`)
  if (isInNetwork(config.host))
    console.warn('WARNING: everybody in your network can read the site, its drafts and its sources.')
}

function cleanUpAtEnd(folder: string): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(0))
  process.once('exit', () => {
    stopEsbuild() // Its own process may otherwise report a broken pipe.
    rmSync(folder, { recursive: true, force: true })
  })
}

function onBundled(name: string, reason: string): void {
  console.log(`${name} is bundled, because Node cannot import it: ${reason}`)
}
