import { dirname } from 'node:path'
import type { Plugin, PluginBuild } from 'esbuild'
import type { Plugin as VitePlugin } from 'vite'

/**
 * What Vite calls a module that a plugin makes: https://vite.dev/guide/api-plugin#virtual-modules-convention. Vite's own plugin
 * for stylesheets would take what ends with .css.
 */
export const idInVite = (namespace: string, path: string) => `\0${namespace}:${path}.js`

const MADE = /^\0([\w-]+):(.*)\.js$/

/** A plugin of esbuild for Vite, in development and in the tests: what it does with each module, and not with a whole bundle. */
export const asVite = (plugin: Plugin): VitePlugin => ({
  name: plugin.name,
  enforce: 'pre',
  async resolveId(source, importer = '') {
    const resolve = async (path: string) => {
      const found = await this.resolve(path, importer, { skipSelf: true })
      return { path: found?.id ?? '' }
    }
    if (MADE.test(source)) return source // A browser asks for it by this name, as for a page's.
    for (const [{ filter }, callback] of hooksOf(plugin, resolve).onResolve) {
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
    for (const [options, callback] of hooksOf(plugin).onLoad) {
      if (!options.filter.test(path) || (options.namespace ?? namespace) !== namespace) continue
      const loaded = await callback({ path, namespace, suffix: '', pluginData: undefined, with: {} })
      if (!loaded) continue
      const [error] = loaded.errors ?? []
      if (error) throw new Error(error.text)
      return String(loaded.contents)
    }
    return undefined
  },
})

/** What a plugin registers for modules. */
function hooksOf({ setup }: Plugin, resolve?: (path: string) => Promise<{ path: string }>) {
  const onResolve: Parameters<PluginBuild['onResolve']>[] = []
  const onLoad: Parameters<PluginBuild['onLoad']>[] = []
  const build = {
    resolve,
    onResolve: (...hook: (typeof onResolve)[number]) => onResolve.push(hook),
    onLoad: (...hook: (typeof onLoad)[number]) => onLoad.push(hook),
    onStart() {},
    onEnd() {},
  }
  setup(build as unknown as PluginBuild)
  return { onResolve, onLoad }
}
