import { dirname } from 'node:path'
import type { Plugin, PluginBuild } from 'esbuild'
import type { Rollup, Plugin as VitePlugin } from 'vite'

/**
 * The names of modules that plugins make, in Vite's form: https://vite.dev/guide/api-plugin#virtual-modules-convention. A name
 * can't end with .css, because Vite's own plugin for stylesheets would handle it.
 */
export const idInVite = (namespace: string, path: string) => `\0${namespace}:${path}.js`

const MADE = /^\0([\w-]+):(.*)\.js$/

/** Adapts an esbuild plugin to Vite, for development and tests. It handles each module, but not a whole bundle. */
export function asVite({ name, setup }: Plugin): VitePlugin {
  const onResolve: Parameters<PluginBuild['onResolve']>[] = []
  const onLoad: Parameters<PluginBuild['onLoad']>[] = []
  /** Vite has a context for each import. All of them find the same file. */
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
      if (MADE.test(source)) return source // A browser requests it by this name.
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
