import { join, resolve } from 'node:path'
import type { Metafile, Plugin } from 'esbuild'
import { root } from './root.ts'

const entry = join(root, 'client/entry.ts')

/**
 * Makes a file of each page of the browser. esbuild makes a file of everything that the same pages share, which would be
 * a handful of tiny ones: here every page also exports client/entry.ts, so that all pages share all of it, as one file.
 */
export const chunks: Plugin = {
  name: 'chunks',
  setup(build) {
    build.onResolve({ filter: /\.tsx?$/ }, ({ path, kind, resolveDir, namespace }) =>
      namespace !== 'chunk' && (kind === 'dynamic-import' || kind === 'entry-point')
        ? { path: resolve(resolveDir, path), namespace: 'chunk' }
        : undefined,
    )
    build.onLoad({ filter: /./, namespace: 'chunk' }, ({ path }) => {
      const file = JSON.stringify(path)
      const page = path.endsWith('.tsx') ? `export { default } from ${file};` : ''
      return {
        contents: `${page} export * from ${file}; export * from ${JSON.stringify(entry)}`,
        resolveDir: root,
      }
    })
  },
}

/** The output of a file of the source, and what that imports, each after its own imports. */
export function outputsOf(file: string, { outputs }: Metafile): string[] {
  const [output = ''] = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint?.endsWith(file)) ?? []
  const withImports = (output: string): string[] => [
    ...(outputs[output]?.imports ?? [])
      .filter(({ kind }) => kind === 'import-statement')
      .flatMap(({ path }) => withImports(path)),
    output,
  ]
  return output ? [...new Set(withImports(output))] : []
}
