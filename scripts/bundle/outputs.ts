import type { Metafile } from 'esbuild'

// What esbuild has made of a file, by its metafile: https://esbuild.github.io/api/#metafile

/** The output of an entry point, or of a file that is imported dynamically; empty where there is none. */
export const outputOf = (file: string, { outputs }: Metafile): string =>
  Object.entries(outputs).find(([, { entryPoint }]) => entryPoint?.endsWith(file))?.[0] ?? ''

/** The output of a client page, and what that imports, each after its own imports. */
export function outputsOf(file: string, metafile: Metafile): string[] {
  const withImports = (of: string): string[] => {
    const imports = metafile.outputs[of]?.imports.filter(({ kind }) => kind === 'import-statement') ?? []
    return [...imports.flatMap(({ path }) => withImports(path)), of]
  }
  const output = outputOf(`chunk:${file}`, metafile)
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
