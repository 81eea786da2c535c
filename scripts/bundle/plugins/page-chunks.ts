import { join, resolve } from 'node:path'
import type { Plugin } from 'esbuild'
import { nameIn } from '../../../server/lib/file-names.ts'
import { root } from '../../lib/root.ts'

export const ENTRY = 'client/entry.ts'
export const COMPONENTS = 'shared/site/components.ts'
/** The namespace for this plugin's modules. */
export const CHUNK = 'chunk'
/** The modules whose dynamic imports are the pages, and the table that lists them. */
const IMPORTERS = ['client/router.ts', 'client/hydrate.tsx', COMPONENTS, 'virtual:pages']

/**
 * Bundles each hydrated page as a chunk that exports its component as `default`, and `hydratePage` of client/entry.ts, which
 * client/script-loader.ts calls after it has imported that one file. So all pages share everything that `hydratePage` needs as
 * one chunk. By default esbuild would make many tiny chunks, one for each set of pages that share code. A page's dynamic imports
 * stay as they are, with their own exports.
 */
export const chunks: Plugin = {
  name: 'chunks',
  setup(build) {
    build.onResolve({ filter: /\.tsx?$/ }, ({ path, kind, importer, resolveDir }) => {
      const importsPages = [importer, nameIn(root, importer)].some(name => IMPORTERS.includes(name))
      const isPage = kind === 'dynamic-import' && importsPages
      if (!isPage && kind !== 'entry-point') return undefined
      return { path: nameIn(root, resolve(resolveDir, path)), namespace: CHUNK }
    })
    build.onLoad({ filter: /./, namespace: CHUNK }, ({ path }) => {
      const names = path.endsWith('.tsx') ? '{ default }' : '*'
      const contents = `export ${names} from ${quotedPath(path)}; export { hydratePage } from ${quotedPath(ENTRY)}`
      return { contents, resolveDir: root }
    })
  },
}

const quotedPath = (name: string) => JSON.stringify(join(root, name))
