import { existsSync, realpathSync } from 'node:fs'
import type { IncomingMessage, Server } from 'node:http'
import { SourceMap } from 'node:module'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import type { RequestHandler } from 'express'
import { createLogger, createServer, type Plugin } from 'vite'
import { NOT_FOUND_PAGE } from '../../scripts/bundle/options.ts'
import { asVite, idInVite } from '../../scripts/bundle/plugins/as-vite.ts'
import { CHUNK, chunks, ENTRY } from '../../scripts/bundle/plugins/page-chunks.ts'
import { SITE_FOLDER } from '../../scripts/bundle/plugins/site-imports.ts'
import { type VirtualModules, virtualModules } from '../../scripts/bundle/plugins/virtual-modules.ts'
import { publicDefine } from '../../scripts/bundle/public-env.ts'
import { CSS_MODULE, IMPORTED_STYLE, styleImports } from '../../scripts/bundle/styles/imported-styles.ts'
import { viteFolder } from '../../scripts/lib/build-cache.ts'
import { root } from '../../scripts/lib/root.ts'
import { IMPORTED_FILE, images } from '../../scripts/media/pictures.ts'
import { nameIn } from '../../server/lib/file-names.ts'
import { namesOfHost } from './refuse-foreign.ts'

/** Below this path the browser finds its modules. No page has it. */
const BASE = '/dev/'

const REFRESH = 'features/development/client/vite-events.ts'

/** What every page of development loads first. */
export const scripts = [`${BASE}${REFRESH}`]

/** The module of a page, by the file of its component: https://vite.dev/guide/api-plugin#virtual-modules-convention */
export const scriptOf = (file: string) => `${BASE}@id/${idInVite(CHUNK, file).replace('\0', '__x00__')}`

/** Whether a request opens Vite's socket. Vite leaves any other WebSocket without an answer. */
export const opensSocket = ({ url, headers }: IncomingMessage): boolean =>
  url?.split('?', 1)[0] === BASE && headers['sec-websocket-protocol'] === 'vite-hmr'

export interface BrowserModules {
  /** Answers below BASE. */
  handler: RequestHandler
  /** Refreshes in the open pages what is of these files. */
  refresh(files: Iterable<string>): void
  /** Takes the virtual modules of another build. */
  setVirtualModules(modules: VirtualModules): void
  /** The source map of a module, by its address below BASE. */
  mapOf(url: string): Promise<SourceMap | undefined>
}

interface Parts {
  server: Server
  host: string
  /** Is called with what Vite finds wrong. */
  onError(text: string): void
}

/** Vite's server for the modules of the browser: https://vite.dev/guide/ssr#setting-up-the-dev-server */
export async function serveBrowserModules({ server, host, onError }: Parts): Promise<BrowserModules> {
  let ofBuild: VirtualModules = {}
  const modules = realpathSync(join(root, 'node_modules'))
  const logger = createLogger('silent')
  logger.error = text => onError(text)
  const vite = await createServer({
    configFile: false,
    root,
    base: BASE,
    appType: 'custom',
    envDir: false,
    publicDir: false,
    css: { postcss: {} }, // It gets no stylesheet, and need not look for a configuration.
    customLogger: logger,
    cacheDir: viteFolder(),
    resolve: { alias: { '@': SITE_FOLDER } },
    define: { ...publicDefine(), 'import.meta.env.PROJECT': JSON.stringify(join(root, '/')) },
    plugins: [
      ...[chunks, virtualModules(async () => ofBuild), styleImports, images].map(asVite),
      missingModules,
      react(),
    ],
    optimizeDeps: {
      entries: [ENTRY, NOT_FOUND_PAGE],
      // Vite has no option for it, and keeps in memory the maps of all packages.
      rolldownOptions: {
        plugins: [{ name: 'no-maps', outputOptions: options => ({ ...options, sourcemap: false }) }],
      },
    },
    server: {
      middlewareMode: true,
      host,
      allowedHosts: namesOfHost(host),
      cors: false,
      // A page of another site may not even run these scripts.
      headers: { 'Cross-Origin-Resource-Policy': 'same-origin' },
      ws: { server },
      hmr: { overlay: false },
      // For the first page that is opened.
      warmup: { clientFiles: [REFRESH, ENTRY, 'shared/site/pages/!(*.test).tsx'] },
      watch: null,
      fs: { allow: [join(root, 'client'), join(root, 'shared'), join(root, REFRESH), modules] },
    },
  })

  return {
    handler(req, res, next) {
      // Vite's own endpoint that starts an editor is not among them.
      if (!req.url.startsWith(BASE) || req.url.startsWith(`${BASE}__`)) return next()
      vite.middlewares(req, res, () => res.status(404).end())
    },
    refresh(files) {
      const { client } = vite.environments
      for (const file of files) {
        // Vite knows no browser that has loaded a stylesheet or a picture: a script stands in its place.
        const made = idInVite(CSS_MODULE.test(file) ? IMPORTED_STYLE : IMPORTED_FILE, nameIn(root, file))
        const known = client.moduleGraph.getModuleById(made)
        if (known) void client.reloadModule(known)
        // For any HTML Vite would load the open pages anew, without a reason. It has no page here.
        if (file.endsWith('.html')) continue
        vite.watcher.emit(existsSync(file) ? 'change' : 'unlink', file)
      }
    },
    setVirtualModules(fresh) {
      const { moduleGraph } = vite.environments.client
      const edited = Object.keys(fresh).filter(name => fresh[name] !== ofBuild[name])
      ofBuild = fresh
      for (const name of edited) {
        const known = moduleGraph.getModuleById(idInVite('virtual', name))
        if (known) moduleGraph.invalidateModule(known)
      }
    },
    async mapOf(url) {
      const { map } = (await vite.environments.client.transformRequest(url)) ?? {}
      // Vite gives no sources where there is no map.
      return map && 'sources' in map ? new SourceMap({ sourceRoot: '', ...map }) : undefined
    },
  }
}

const MISSING = '\0missing:'

/**
 * What cannot be found fails in the browser, where the former module stays: at the cure the page goes on. By itself Vite
 * then loads the page anew. What is wrong is said by esbuild.
 */
const missingModules: Plugin = {
  name: 'missing-modules',
  enforce: 'post',
  resolveId: source => MISSING + source,
  load: id => (id.startsWith(MISSING) ? `throw new Error(${JSON.stringify(id.slice(1))})` : undefined),
  /** Any edit may make what was missing: refresh() tells of a new file as of one that has changed. */
  hotUpdate({ type, modules }) {
    // No browser can load again what was deleted: what imports it is refreshed.
    const edited = type === 'delete' ? modules.flatMap(({ importers }) => [...importers]) : modules
    const missing = [...this.environment.moduleGraph.idToModuleMap.values()].filter(({ id }) =>
      id?.startsWith(MISSING),
    )
    return [...edited, ...missing.flatMap(({ importers }) => [...importers])]
  },
}
