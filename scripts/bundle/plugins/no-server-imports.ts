import { resolve } from 'node:path'
import type { Plugin } from 'esbuild'
import { nameIn } from '../../../server/lib/file-names.ts'
import { root } from '../../lib/root.ts'

/**
 * What the browser gets imports nothing of the server, where the secrets are: neither by mistake, nor by an editor that
 * writes imports. Types are no import.
 */
export const noServerImports: Plugin = {
  name: 'no-server-imports',
  setup(build) {
    build.onResolve({ filter: /^\..*\/server\// }, ({ path, importer, resolveDir }) => {
      const from = nameIn(root, importer)
      const to = nameIn(root, resolve(resolveDir, path))
      if (!/^(shared|client|features)\//.test(from) || !to.startsWith('server/')) return
      const text = `${from} imports ${to}: what is in server/ never reaches a browser. Give the page what it shows as data, or move what both need into shared/. For a type write import type.`
      return { errors: [{ text }] }
    })
  },
}
