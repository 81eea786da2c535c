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
import { root } from '../../scripts/lib/root.ts'
import { IMPORTED_FILE, images } from '../../scripts/media/pictures.ts'
import { nameIn } from '../../server/lib/file-names.ts'
import { VITE_FOLDER } from './folders.ts'
import { namesOfHost } from './refuse-foreign.ts'

/** The path below which Vite serves modules to the browser. No page can be there. */
const BASE = '/dev/'

const VITE_EVENTS = 'features/development/client/vite-events.ts'

/** The scripts that every page loads first in development. */
export const scripts = [`${BASE}${VITE_EVENTS}`]

/** The URL path of a page's module, by the file of its component: https://vite.dev/guide/api-plugin#virtual-modules-convention */
export const scriptOf = (file: string) => `${BASE}@id/${idInVite(CHUNK, file).replace('\0', '__x00__')}`

/** Whether a request opens Vite's socket. Vite never responds to any other WebSocket. */
export const opensSocket = ({ url, headers }: IncomingMessage): boolean =>
  url?.split('?', 1)[0] === BASE && headers['sec-websocket-protocol'] === 'vite-hmr'

export interface BrowserModules {
  /** Responds to requests below BASE. */
  handler: RequestHandler
  /** Refreshes the modules of these files in the open pages. */
  refresh(files: Iterable<string>): void
  /** Replaces the virtual modules with a different build's. */
  setVirtualModules(modules: VirtualModules): void
  /** Finds a module's source map by its path below BASE, such as /shared/page.tsx. */
  mapOf(url: string): Promise<SourceMap | undefined>
}

interface Parts {
  server: Server
  host: string
  /** Called with Vite's error messages. */
  onError(text: string): void
}

/** Starts Vite's server for the browser's modules: https://vite.dev/guide/ssr#setting-up-the-dev-server */
export async function serveBrowserModules({ server, host, onError }: Parts): Promise<BrowserModules> {
  let builtModules: VirtualModules = {}
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
    css: { postcss: {} }, // Vite gets no stylesheets, so it needn't look for a PostCSS configuration.
    customLogger: logger,
    cacheDir: VITE_FOLDER,
    resolve: { alias: { '@': SITE_FOLDER } },
    define: { ...publicDefine(), 'import.meta.env.PROJECT': JSON.stringify(join(root, '/')) },
    plugins: [
      ...[chunks, virtualModules(() => builtModules), styleImports, images].map(asVite),
      missingModules,
      react(),
    ],
    optimizeDeps: {
      entries: [ENTRY, NOT_FOUND_PAGE],
      // Otherwise Vite would keep every package's source maps in memory. It has no option of its own for that.
      rolldownOptions: {
        plugins: [{ name: 'no-maps', outputOptions: options => ({ ...options, sourcemap: false }) }],
      },
    },
    server: {
      middlewareMode: true,
      host,
      allowedHosts: namesOfHost(host),
      cors: false,
      // Pages of other sites can't even run these scripts.
      headers: { 'Cross-Origin-Resource-Policy': 'same-origin' },
      ws: { server },
      hmr: { overlay: false },
      // The first page that somebody opens is then faster.
      warmup: { clientFiles: [VITE_EVENTS, ENTRY, 'shared/site/pages/!(*.test).tsx'] },
      watch: null,
      fs: { allow: [join(root, 'client'), join(root, 'shared'), join(root, VITE_EVENTS), modules] },
    },
  })

  return {
    handler(req, res, next) {
      // Paths below /dev/__ are endpoints of Vite, such as the one that starts an editor. They stay closed.
      if (!req.url.startsWith(BASE) || req.url.startsWith(`${BASE}__`)) return next()
      vite.middlewares(req, res, () => res.status(404).end())
    },
    refresh(files) {
      const { client } = vite.environments
      for (const file of files) {
        // A browser loads a module in place of an imported stylesheet or picture, so this module is reloaded.
        const made = idInVite(CSS_MODULE.test(file) ? IMPORTED_STYLE : IMPORTED_FILE, nameIn(root, file))
        const known = client.moduleGraph.getModuleById(made)
        if (known) void client.reloadModule(known)
        // Vite would reload the open pages for any HTML file, but no page is made from one here.
        if (file.endsWith('.html')) continue
        vite.watcher.emit(existsSync(file) ? 'change' : 'unlink', file)
      }
    },
    setVirtualModules(fresh) {
      const { moduleGraph } = vite.environments.client
      for (const [name, text] of Object.entries(fresh)) {
        const known = moduleGraph.getModuleById(idInVite('virtual', name))
        if (known && text !== builtModules[name]) moduleGraph.invalidateModule(known)
      }
      builtModules = fresh
    },
    async mapOf(url) {
      const { map } = (await vite.environments.client.transformRequest(url)) ?? {}
      // Without `sources`, Vite's map is an empty one.
      return map && 'sources' in map ? new SourceMap({ sourceRoot: '', ...map }) : undefined
    },
  }
}

const MISSING = '\0missing:'

/**
 * Replaces a module that can't be found with one that throws in the browser. The page keeps the old module, and goes on when the
 * import is corrected; Vite alone would then reload the page. esbuild's message says what is wrong.
 */
const missingModules: Plugin = {
  name: 'missing-modules',
  enforce: 'post',
  resolveId: source => MISSING + source,
  load: id => (id.startsWith(MISSING) ? `throw new Error(${JSON.stringify(id.slice(1))})` : undefined),
  /** Any edit may add a missing module: for Vite, refresh() makes a new file look like a changed one. */
  hotUpdate({ type, modules }) {
    // A browser can't load a deleted module again, so its importers are refreshed.
    const edited = type === 'delete' ? modules.flatMap(({ importers }) => [...importers]) : modules
    const missing = [...this.environment.moduleGraph.idToModuleMap.values()].filter(({ id }) =>
      id?.startsWith(MISSING),
    )
    return [...edited, ...missing.flatMap(({ importers }) => [...importers])]
  },
}
