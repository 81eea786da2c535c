import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'esbuild'
import { root } from '../../scripts/lib/root.ts'
import { nameIn } from '../../server/lib/file-names.ts'

const LAZY = JSON.stringify(join(root, 'features/lazy/client/lazy.ts'))
/** React with a different `lazy`, which `React.lazy` is, too. */
const contents = `import React from 'react'
import { lazy } from ${LAZY}
export * from 'react'
export { lazy }
export default { ...React, lazy }`

/** Replaces React's `lazy` with the one in client/lazy.ts in the site's files. A page without a lazy part doesn't load it. */
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
