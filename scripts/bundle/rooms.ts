import { join, relative, resolve, sep } from 'node:path'
import type { Plugin } from 'esbuild'
import { root } from '../lib/root.ts'

const isIn = (file: string, folder: string) => file.startsWith(join(root, folder) + sep)

/**
 * What the browser gets imports nothing of the server, where the secrets are: neither by mistake, nor by an editor that
 * writes imports. Types are no import.
 */
export const rooms: Plugin = {
  name: 'rooms',
  setup(build) {
    build.onResolve({ filter: /^\.{1,2}\// }, ({ path, importer, resolveDir }) => {
      if (!isIn(importer, 'shared') && !isIn(importer, 'client')) return
      const imported = resolve(resolveDir, path)
      if (!isIn(imported, 'server')) return
      const [from, to] = [importer, imported].map(file => relative(root, file).split(sep).join('/'))
      const text = `${from} imports ${to}: what is in server/ never reaches a browser. Give the page what it shows by a loader, or move what both need into shared/. For a type write import type.`
      return { errors: [{ text }] }
    })
  },
}
