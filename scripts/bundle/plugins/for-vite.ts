import type { Plugin } from 'vite'
import { assetOf, importable } from '../../media/pictures.ts'
import { scriptOf } from '../styles/imported-styles.ts'

// What the plugins of esbuild with these names do in a bundle, Vite does by these: in development, and in the tests.

/** The module virtual:page-table, as Vite knows it: https://vite.dev/guide/api-plugin#virtual-modules-convention */
export const PAGE_TABLE = '\0virtual:page-table'

export const pageTableInVite = (contents: () => string): Plugin => ({
  name: 'virtual-page-table',
  resolveId: id => (`\0${id}` === PAGE_TABLE ? PAGE_TABLE : undefined),
  load: id => (id === PAGE_TABLE ? contents() : undefined),
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
