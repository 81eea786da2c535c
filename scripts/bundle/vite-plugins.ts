import type { Plugin } from 'vite'
import { assetOf, importable } from '../media/pictures.ts'
import { scriptOf } from './imported-styles.ts'

// What the plugins of esbuild with these names do in a bundle, Vite does by these: in development, and in the tests.

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
