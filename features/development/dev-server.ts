import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { stop as stopEsbuild } from 'esbuild'
import express from 'express'
import { createBundler } from '../../scripts/bundle/bundle.ts'
import { sweepCache } from '../../scripts/lib/build-cache.ts'
import { explain } from '../../scripts/lib/explain-error.ts'
import { root } from '../../scripts/lib/root.ts'
import { addressError, readConfig, urlOf } from '../../server/lib/config.ts'
import { nameIn } from '../../server/lib/file-names.ts'
import { explainStack, printBlocked } from './browser-errors.ts'
import { type BrowserModules, opensSocket, serveBrowserModules } from './browser-modules.ts'
import { createDevApps } from './dev-app.ts'
import { createOpenPages } from './dev-events.ts'
import { devManifest } from './dev-manifest.ts'
import { developmentFolder, removeAbandonedFolders } from './folders.ts'
import { createPackages } from './packages.ts'
import { FOLDERS } from './project-folders.ts'
import { hostsToOpen, isInNetwork, refuseForeign } from './refuse-foreign.ts'
import { reuseScripts } from './reuse-scripts.ts'
import { createWarner } from './terminal.ts'
import { createTypeCheck } from './type-errors.ts'
import { buildOnChange } from './watch.ts'

const WATCHED = FOLDERS.map(name => join(root, name))

/** Serves the site, and rebuilds it after each edit. Resolves when the server listens and the first build has ended. */
export async function startDevServer(): Promise<void> {
  const config = readConfig(process.env, '') // Each build has its own origin.
  const openPages = createOpenPages()
  const folder = developmentFolder(process.pid)
  const checkTypes = createTypeCheck()
  const warn = createWarner()
  await removeAbandonedFolders()
  await sweepCache()
  // An error in the site doesn't end this process.
  process.on('uncaughtException', async error => openPages.report(await explain(error)))
  cleanUpAtEnd(folder)

  const listener = express()
  // An upgrade that isn't Vite's is an ordinary request, as in production.
  const server = createServer({ shouldUpgradeCallback: opensSocket }, listener)
  /** The files that were edited since the last good build. */
  let edited: ReadonlySet<string> = new Set()
  const bundler = await createBundler(
    { program: 'server/start/program.ts' },
    { packages: createPackages(onBundled), reuseScripts: bundle => reuseScripts(bundle, () => edited) },
  )
  const appOf = createDevApps(folder, openPages)
  /** The last good build's app. */
  let app: RequestListener | undefined
  /** Vite's server. Undefined until there is a good build. */
  let modules: BrowserModules | undefined

  const settled = buildOnChange(WATCHED, { onEdit: files => modules?.refresh(files), build })

  /**
   * Builds the site after these edits, and notifies the open pages of the build or its errors. Resolves to the files that the
   * stylesheet depends on, or to undefined if the build has failed.
   */
  async function build(files: ReadonlySet<string>): Promise<readonly string[] | undefined> {
    const begun = performance.now()
    const unshown = edited.union(files)
    edited = unshown
    try {
      const bundle = await bundler.rebuild()
      warn(bundle.diagnostics.map(({ message }) => message))
      const { buildId } = bundle.manifest
      if (!openPages.isShown(buildId)) {
        const manifest = await devManifest(bundle.manifest, bundle.source.pageFiles)
        const made = await appOf(bundle, manifest)
        const ms = Math.round(performance.now() - begun)
        // Vite's server starts after the first build, so that it doesn't slow it down.
        modules ??= await serveBrowserModules({ server, host: config.host, onError: reportViteError })
        modules.setVirtualModules(bundle.source.virtualModules)
        app = made
        openPages.update(
          { buildId, manifest },
          Array.from(unshown, file => nameIn(root, file)),
        )
        console.log(`built in ${ms} ms`)
      }
      edited = new Set()
      return bundle.watchFiles
    } catch (error) {
      openPages.report(await explain(error))
      return undefined
    } finally {
      // The type checker runs after the build, so that it doesn't slow it down.
      if (unshown.size === 0 || [...unshown].some(file => /\.tsx?$/.test(file))) checkTypes()
    }
  }

  /** Reports an error that only Vite has found. If esbuild has found it, too, the build has reported it. */
  async function reportViteError(text: string): Promise<void> {
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
    await setImmediate() // Lets the event for a file that was just edited come first.
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
    stopEsbuild() // Otherwise esbuild's process may report a broken pipe.
    rmSync(folder, { recursive: true, force: true })
  })
}

function onBundled(name: string, reason: string): void {
  console.log(`${name} is bundled, because Node can't import it: ${reason}`)
}
