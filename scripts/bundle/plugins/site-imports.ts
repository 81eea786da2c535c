import { join } from 'node:path'
import type { Plugin } from 'esbuild'
import { root } from '../../lib/root.ts'

/** The folder that `@/` stands for in an import. `paths` in tsconfig.json says the same to the compiler and to editors. */
export const SITE_FOLDER = join(root, 'shared/site')

/** Turns `@/ui/card` into a relative path, so that the other plugins check it like any other import. */
export const siteImports: Plugin = {
  name: 'site-imports',
  setup({ onResolve, resolve }) {
    onResolve({ filter: /^@\// }, ({ path, kind, importer }) =>
      resolve(`./${path.slice('@/'.length)}`, { kind, importer, resolveDir: SITE_FOLDER }),
    )
  },
}
