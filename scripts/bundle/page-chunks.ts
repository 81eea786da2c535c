import { join, resolve } from 'node:path'
import type { Metafile, Plugin } from 'esbuild'
import { nameIn } from '../../server/paths.ts'
import { root } from '../lib/root.ts'

const entry = join(root, 'client/entry.ts')

/**
 * Bundles each client page as a chunk. esbuild makes a chunk for each set of pages that share code, which would be many
 * tiny ones: here every page also exports client/entry.ts, so that all pages share all of it as one chunk.
 */
export const chunks: Plugin = {
  name: 'chunks',
  setup(build) {
    build.onResolve({ filter: /\.tsx?$/ }, ({ path, kind, resolveDir, namespace }) =>
      namespace !== 'chunk' && (kind === 'dynamic-import' || kind === 'entry-point')
        ? { path: nameIn(root, resolve(resolveDir, path)), namespace: 'chunk' }
        : undefined,
    )
    build.onLoad({ filter: /./, namespace: 'chunk' }, ({ path }) => {
      const file = JSON.stringify(join(root, path))
      const page = path.endsWith('.tsx') ? `export { default } from ${file};` : ''
      const contents = `${page} export * from ${file}; export * from ${JSON.stringify(entry)}`
      return { contents, resolveDir: root }
    })
  },
}

/** The output of an entry point, or of a file that is imported dynamically; empty where there is none. */
export const outputOf = (file: string, { outputs }: Metafile): string =>
  Object.entries(outputs).find(([, { entryPoint }]) => entryPoint?.endsWith(file))?.[0] ?? ''

/** The output of a file of the source, and what that imports, each after its own imports. */
export function outputsOf(file: string, metafile: Metafile): string[] {
  const withImports = (of: string): string[] => {
    const imports = metafile.outputs[of]?.imports.filter(({ kind }) => kind === 'import-statement') ?? []
    return [...imports.flatMap(({ path }) => withImports(path)), of]
  }
  const output = outputOf(file, metafile)
  return output ? [...new Set(withImports(output))] : []
}

/** The packages that files of shared/ import, beside React, each with the file; only files in these outputs, if given. */
export function packagesIn({ inputs, outputs }: Metafile, only = Object.keys(outputs)): string[] {
  const files = new Set(only.flatMap(output => Object.keys(outputs[output]?.inputs ?? {})))
  const own = [...files].filter(file => file.startsWith('shared/'))
  return own.flatMap(file => {
    const names = inputs[file]?.imports.map(({ path }) => packageOf(path)) ?? []
    return names.flatMap(name => (name && name !== 'react' ? `${name} in ${file}` : []))
  })
}

const packageOf = (path: string) => /node_modules\/((?:@[^/]+\/)?[^/]+)(?!.*node_modules\/)/.exec(path)?.[1]
