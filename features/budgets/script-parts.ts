import type { Metafile } from 'esbuild'
import { urlOfOutput } from '../../scripts/bundle/outputs.ts'

// What is in the files of a script, by esbuild's metafile: https://esbuild.github.io/api/#metafile

type Outputs = Pick<Metafile, 'outputs'>

const outputAt = (url: string) => `build/public${url}`

/** The URLs of what a page loads later: what these files of its script import dynamically. */
export const lazyScriptsOf = (
  urls: readonly string[],
  common: readonly string[],
  script: Outputs,
): string[] => lazyOutputsOf(urls.map(outputAt), script, [...common, ...urls].map(outputAt)).map(urlOfOutput)

/** The outputs that these import dynamically, with their own imports, except those in `known`. */
export function lazyOutputsOf(
  files: readonly string[],
  { outputs }: Outputs,
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

/** The minified bytes of each package in the files at these URLs. Those of our own files have no name. */
export function packagesIn(urls: readonly string[], { outputs }: Outputs) {
  const bytes = new Map<string | undefined, number>()
  const inputs = urls.flatMap(url => Object.entries(outputs[outputAt(url)]?.inputs ?? {}))
  for (const [file, { bytesInOutput }] of inputs) {
    const name = packageOf(file)
    bytes.set(name, (bytes.get(name) ?? 0) + bytesInOutput)
  }
  return bytes
}

const packageOf = (path: string) => /node_modules\/((?:@[^/]+\/)?[^/]+)(?!.*node_modules\/)/.exec(path)?.[1]
