import { join } from 'node:path'
import type { Plugin } from 'esbuild'
import { root } from '../../lib/root.ts'

/** Where `@/` leads in an import, as `paths` in tsconfig.json has it for the compiler and for editors. */
export const SITE_FOLDER = join(root, 'shared/site')

/** Turns `@/ui/card` into a relative path, which the other plugins then see: so it's no way around what they refuse. */
export const siteImports: Plugin = {
  name: 'site-imports',
  setup({ onResolve, resolve }) {
    onResolve({ filter: /^@\// }, ({ path, kind, importer }) =>
      resolve(`./${path.slice('@/'.length)}`, { kind, importer, resolveDir: SITE_FOLDER }),
    )
  },
}
