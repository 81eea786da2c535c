import { dirname } from 'node:path'
import type { Plugin, PluginBuild } from 'esbuild'
import type { Rollup, Plugin as VitePlugin } from 'vite'

/**
 * What Vite calls a module that a plugin makes: https://vite.dev/guide/api-plugin#virtual-modules-convention. Vite's own plugin
 * for stylesheets would take what ends with .css.
 */
export const idInVite = (namespace: string, path: string) => `\0${namespace}:${path}.js`

const MADE = /^\0([\w-]+):(.*)\.js$/

/** A plugin of esbuild for Vite, in development and in the tests: what it does with each module, and not with a whole bundle. */
export function asVite({ name, setup }: Plugin): VitePlugin {
  const onResolve: Parameters<PluginBuild['onResolve']>[] = []
  const onLoad: Parameters<PluginBuild['onLoad']>[] = []
  /** Vite gives each import a context of its own. Any finds the same file. */
  let context: Rollup.PluginContext
  const build = {
    async resolve(path: string, { importer }: { importer: string }) {
      const found = await context.resolve(path, importer, { skipSelf: true })
      return { path: found?.id ?? '' }
    },
    onResolve: (...hook: (typeof onResolve)[number]) => onResolve.push(hook),
    onLoad: (...hook: (typeof onLoad)[number]) => onLoad.push(hook),
    onStart() {},
    onEnd() {},
  }
  setup(build as unknown as PluginBuild)

  return {
    name,
    enforce: 'pre',
    async resolveId(source, importer = '') {
      context = this
      if (MADE.test(source)) return source // A browser asks for it by this name, as for a page's.
      for (const [{ filter }, callback] of onResolve) {
        if (!filter.test(source)) continue
        const from = {
          importer,
          resolveDir: dirname(importer),
          namespace: 'file',
          kind: 'import-statement',
        } as const
        const found = await callback({ path: source, ...from, pluginData: undefined, with: {} })
        if (found?.path) return found.namespace ? idInVite(found.namespace, found.path) : found.path
      }
      return undefined
    },
    async load(id) {
      const [, namespace = 'file', path = id] = MADE.exec(id) ?? []
      for (const [options, callback] of onLoad) {
        if (!options.filter.test(path) || (options.namespace ?? namespace) !== namespace) continue
        const loaded = await callback({ path, namespace, suffix: '', pluginData: undefined, with: {} })
        if (!loaded) continue
        const [error] = loaded.errors ?? []
        if (error) throw new Error(error.text)
        return String(loaded.contents)
      }
      return undefined
    },
  }
}
