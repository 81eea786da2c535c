import { resolve } from 'node:path'
import type { Plugin } from 'esbuild'
import { nameIn } from '../../../server/lib/file-names.ts'
import { root } from '../../lib/root.ts'
import type { SiteData } from '../read-site.ts'
import { COMPONENTS } from './page-chunks.ts'

/**
 * A build needs each page's component file, but not the component. So in shared/site/components.ts, this turns
 * `about: () => import('./pages/about.tsx')` into a function that returns 'shared/site/pages/about.tsx'.
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

/** Each page's component file in the project, by route id, from components.ts as that plugin bundles it. */
export async function readPageFiles({ components }: SiteData): Promise<Map<string, string>> {
  const modules: Readonly<Record<string, () => Promise<{ default: unknown }>>> = components
  const files = new Map<string, string>()
  for (const [id, nameOfFile] of Object.entries(modules)) files.set(id, String((await nameOfFile()).default))
  return files
}
