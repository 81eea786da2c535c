import type { Metafile } from 'esbuild'
import { urlOfOutput } from '../../scripts/bundle/outputs.ts'

// Reads the contents of script files from esbuild's metafile: https://esbuild.github.io/api/#metafile

type Outputs = Pick<Metafile, 'outputs'>
type Output = Metafile['outputs'][string]

/** Minified bytes by part: the engine, a feature (by its folder's name), a package (by its name), or the site's own code. */
export type Parts = ReadonlyMap<string, number>

const ENGINE = 'the engine'
const OWN_CODE = 'own code'

/** The packages that every page's script contains, whatever the site imports. */
const ENGINE_PACKAGES = ['react', 'react-dom', 'react-router', 'scheduler']

const outputAt = (url: string) => `build/public${url}`

/** The URLs of the files that these script files import dynamically, with all their imports, except those already loaded. */
export function lazyScriptsOf(
  urls: readonly string[],
  common: readonly string[],
  { outputs }: Outputs,
): string[] {
  const loaded = [...common, ...urls].map(outputAt)
  const found = new Set<string>()
  const add = (file: string) => {
    if (loaded.includes(file) || found.has(file) || !outputs[file]) return
    found.add(file)
    for (const { path } of outputs[file].imports) add(path)
  }
  for (const url of urls)
    for (const { path, kind } of outputs[outputAt(url)]?.imports ?? [])
      if (kind === 'dynamic-import') add(path)
  return [...found].map(urlOfOutput)
}

/** The parts of the script's files at these URLs. */
export const partsAt = (urls: readonly string[], { outputs }: Outputs): Parts =>
  partsOf(urls.flatMap(url => outputs[outputAt(url)] ?? []))

/** The parts of these outputs of esbuild. */
export function partsOf(outputs: readonly Pick<Output, 'inputs'>[]): Parts {
  const parts = new Map<string, number>()
  for (const [file, { bytesInOutput }] of outputs.flatMap(({ inputs }) => Object.entries(inputs))) {
    const part = partOf(file)
    parts.set(part, (parts.get(part) ?? 0) + bytesInOutput)
  }
  return parts
}

function partOf(file: string): string {
  const name = /node_modules\/((?:@[^/]+\/)?[^/]+)(?!.*node_modules\/)/.exec(file)?.[1]
  if (name !== undefined) return ENGINE_PACKAGES.includes(name) ? ENGINE : name
  const feature = /^features\/[^/]+/.exec(file)?.[0]
  return feature ?? (/^(client|shared(?!\/site))\//.test(file) ? ENGINE : OWN_CODE)
}

/** Bytes with brotli by owner: the engine, a feature (named by its folder), or the site with all its packages. */
export type Shares = Readonly<Record<string, number>>

export const SITE = 'the site'

/** Splits a file's compressed bytes between owners, in proportion to their minified bytes. */
export function shareOut(bytes: number, parts: Parts): Shares {
  const total = sum(parts.values())
  if (total === 0) return { [ENGINE]: bytes } // A file without code of its own only connects others.
  const shares = [...parts].map(
    ([part, minified]): Shares => ({ [ownerOf(part)]: (bytes * minified) / total }),
  )
  return addShares(shares)
}

const ownerOf = (part: string) => (part === ENGINE || part.startsWith('features/') ? part : SITE)

export function addShares(all: readonly Shares[]): Shares {
  const names = new Set(all.flatMap(shares => Object.keys(shares)))
  return Object.fromEntries([...names].map(name => [name, sum(all.map(shares => shares[name] ?? 0))]))
}

export const sum = (numbers: Iterable<number>): number =>
  [...numbers].reduce((total, each) => total + each, 0)
