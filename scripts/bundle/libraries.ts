import { isAbsolute, join } from 'node:path'
import type { Plugin } from 'esbuild'
import { root } from '../lib/root.ts'

const server = join(root, 'server')

/** One instance of each for the server and for the components. */
const REACT = /^(react|react-dom|react-router)(\/|$)/

/**
 * In development the libraries of the server stay outside of its bundle, so that a rebuild bundles, and Node loads, our
 * own files alone. What components import is bundled as in production: Node itself loads no stylesheet of a package.
 */
export const libraries: Plugin = {
  name: 'libraries',
  setup(build) {
    build.onResolve({ filter: /^[^./]/ }, ({ path, kind, importer }) => {
      if (kind === 'entry-point' || isAbsolute(path)) return
      const isExternal = REACT.test(path) || importer.startsWith(server)
      return isExternal ? { path, external: true } : undefined
    })
  },
}
