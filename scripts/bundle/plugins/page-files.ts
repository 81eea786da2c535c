import { resolve } from 'node:path'
import type { Plugin } from 'esbuild'
import { nameIn } from '../../../server/lib/file-names.ts'
import { root } from '../../lib/root.ts'
import type { SiteData } from '../read-site.ts'
import { COMPONENTS } from './page-chunks.ts'

/**
 * A build has to know where the component of a page is, and not what it is. So in shared/site/components.ts, where
 * `about: () => import('./pages/about.tsx')` loads the component, it gives here 'shared/site/pages/about.tsx'.
 */
export const pageFileNames: Plugin = {
  name: 'page-file-names',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /./ }, ({ path, kind, importer, resolveDir }) =>
      kind === 'dynamic-import' && nameIn(root, importer) === COMPONENTS
        ? { path: resolve(resolveDir, path), namespace: 'page-file' }
        : undefined,
    )
    onLoad({ filter: /./, namespace: 'page-file' }, ({ path }) => ({
      contents: `export default ${JSON.stringify(nameIn(root, path))}`,
    }))
  },
}

/** The file of each page's component in the project, by the id of the page, from components.ts as that plugin bundles it. */
export async function readPageFiles({ components }: SiteData): Promise<Map<string, string>> {
  const modules: Readonly<Record<string, () => Promise<{ default: unknown }>>> = components
  const files = new Map<string, string>()
  for (const [id, nameOfFile] of Object.entries(modules)) files.set(id, String((await nameOfFile()).default))
  return files
}
