import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'esbuild'
import { nameIn } from '../../../server/lib/file-names.ts'
import { root } from '../../lib/root.ts'

const LAZY = JSON.stringify(join(root, 'client/lazy.ts'))
/** React, with another `lazy`, also as `React.lazy`. */
const contents = `import React from 'react'
import { lazy } from ${LAZY}
export * from 'react'
export { lazy }
export default { ...React, lazy }`

/** Gives a file of the site that has a lazy part the `lazy` of client/lazy.ts. A page without one does not pay for it. */
export const lazyParts: Plugin = {
  name: 'lazy-parts',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^react$/ }, ({ importer }) => {
      if (!nameIn(root, importer).startsWith('shared/site/')) return undefined
      if (!/\blazy\b/.test(readFileSync(importer, 'utf8'))) return undefined
      return { path: 'react', namespace: 'lazy-parts' }
    })
    onLoad({ filter: /./, namespace: 'lazy-parts' }, () => ({ contents, resolveDir: root }))
  },
}
