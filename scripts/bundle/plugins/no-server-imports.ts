import { resolve } from 'node:path'
import type { Plugin } from 'esbuild'
import { nameIn } from '../../../server/lib/file-names.ts'
import { root } from '../../lib/root.ts'

/**
 * Refuses an import of server/, where the secrets are, in code for the browser: an editor may have added it. Imports of types are
 * allowed.
 */
export const noServerImports: Plugin = {
  name: 'no-server-imports',
  setup(build) {
    build.onResolve({ filter: /^\..*\/server\// }, ({ path, importer, resolveDir }) => {
      const from = nameIn(root, importer)
      const to = nameIn(root, resolve(resolveDir, path))
      if (!/^(shared|client|features)\//.test(from) || !to.startsWith('server/')) return
      const text = `${from} imports ${to}: code in server/ never reaches a browser. Pass the page its data, or move shared code into shared/. For a type, write import type.`
      return { errors: [{ text }] }
    })
  },
}
