import type { Metafile } from 'esbuild'

// What esbuild has made of a file, by its metafile: https://esbuild.github.io/api/#metafile

/** The URL of an output of the browser's script, and the output of a URL. */
export const urlOf = (output: string) => output.replace('build/public', '')
export const outputAt = (url: string) => `build/public${url}`

/** The output of an entry point, or of a file that is imported dynamically; empty where there is none. */
export const outputOf = (file: string, { outputs }: Metafile): string =>
  Object.entries(outputs).find(([, { entryPoint }]) => entryPoint?.endsWith(file))?.[0] ?? ''

/** The names that an entry point of the browser's script exports, with `start` of client/entry.ts. */
export const exportsOf = (file: string, metafile: Metafile): readonly string[] =>
  metafile.outputs[outputOf(file, metafile)]?.exports ?? []

/** Whether a file is in one of the outputs. */
export const isBundled = (file: string, { outputs }: Metafile): boolean =>
  Object.values(outputs).some(({ inputs }) => file in inputs)

/** The output of a client page, and what that imports, each after its own imports. */
export function outputsOf(file: string, metafile: Metafile): string[] {
  const withImports = (of: string): string[] => {
    const imports = metafile.outputs[of]?.imports.filter(({ kind }) => kind === 'import-statement') ?? []
    return [...imports.flatMap(({ path }) => withImports(path)), of]
  }
  const output = outputOf(`chunk:${file}`, metafile)
  return output ? [...new Set(withImports(output))] : []
}

/** What these outputs import dynamically, with all that it imports itself, and without what is in `known`. */
export function lazyOutputsOf(
  files: readonly string[],
  { outputs }: Pick<Metafile, 'outputs'>,
  known: readonly string[],
): string[] {
  const found = new Set<string>()
  const add = (file: string) => {
    if (known.includes(file) || found.has(file) || !outputs[file]) return
    found.add(file)
    for (const { path } of outputs[file].imports) add(path)
  }
  for (const file of files)
    for (const { path, kind } of outputs[file]?.imports ?? []) if (kind === 'dynamic-import') add(path)
  return [...found]
}

/** The minified bytes of each package in these outputs. Those of our own files have no name. */
export function packagesIn(files: readonly string[], { outputs }: Pick<Metafile, 'outputs'>) {
  const bytes = new Map<string | undefined, number>()
  const inputs = files.flatMap(name => Object.entries(outputs[name]?.inputs ?? {}))
  for (const [file, { bytesInOutput }] of inputs) {
    const name = packageOf(file)
    bytes.set(name, (bytes.get(name) ?? 0) + bytesInOutput)
  }
  return bytes
}

const packageOf = (path: string) => /node_modules\/((?:@[^/]+\/)?[^/]+)(?!.*node_modules\/)/.exec(path)?.[1]
