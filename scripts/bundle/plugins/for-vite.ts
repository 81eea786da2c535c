import type { Plugin } from 'vite'
import { assetOf, importable } from '../../media/pictures.ts'
import { scriptOf } from '../styles/imported-styles.ts'
import type { VirtualModules } from './page-table-module.ts'

// What the plugins of esbuild with these names do in a bundle, Vite does by these: in development, and in the tests.

/** How Vite names a virtual module: https://vite.dev/guide/api-plugin#virtual-modules-convention */
export const idInVite = (name: string) => `\0${name}`

/** `modules` is asked when one of them is loaded: before a build there are none. */
export const virtualModulesInVite = (modules: () => VirtualModules): Plugin => ({
  name: 'virtual-modules',
  resolveId: id => (id.startsWith('virtual:') ? idInVite(id) : undefined),
  load: id => (id.startsWith(idInVite('virtual:')) ? modules()[id.slice(1)] : undefined),
})

export const imagesInVite: Plugin = {
  name: 'images',
  enforce: 'pre',
  load: async id =>
    importable.test(id) ? `export default ${JSON.stringify((await assetOf(id)).value)}` : undefined,
}

/** So that Vite's own plugin for stylesheets, which adds a <style> to the page, leaves it alone. */
const NAMES = '.names.js'

export const styleNamesInVite: Plugin = {
  name: 'style-imports',
  enforce: 'pre',
  async resolveId(source, importer) {
    if (source.endsWith(NAMES)) return source
    const found = await this.resolve(source, importer, { skipSelf: true })
    return found?.id.endsWith('.css') ? found.id + NAMES : undefined
  },
  async load(id) {
    if (!id.endsWith(NAMES)) return
    const file = id.slice(0, -NAMES.length)
    this.addWatchFile(file)
    return scriptOf(file)
  },
}
