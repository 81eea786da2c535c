import type { Metafile } from 'esbuild'

// Finds a file's outputs in esbuild's metafile: https://esbuild.github.io/api/#metafile

/** The URL for an output of the browser's script. */
export const urlOfOutput = (output: string) => output.replace('build/public', '')

/** An entry point's output, or a dynamically imported file's. Empty if there is none. */
export const outputOf = (file: string, { outputs }: Metafile): string =>
  Object.entries(outputs).find(([, { entryPoint }]) => entryPoint?.endsWith(file))?.[0] ?? ''

/** Whether a file is in one of the outputs. */
export const isBundled = (file: string, { outputs }: Metafile): boolean =>
  Object.values(outputs).some(({ inputs }) => file in inputs)

/** A hydrated page's output and its imports, each after its own imports. */
export function outputsOf(file: string, metafile: Metafile): string[] {
  const withImports = (of: string): string[] => {
    const imports = metafile.outputs[of]?.imports.filter(({ kind }) => kind === 'import-statement') ?? []
    return [...imports.flatMap(({ path }) => withImports(path)), of]
  }
  const output = outputOf(`chunk:${file}`, metafile)
  return output ? [...new Set(withImports(output))] : []
}
