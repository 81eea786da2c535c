import { createHash } from 'node:crypto'
import { realpathSync } from 'node:fs'
import { isAbsolute, join, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type BuildOptions, build, type Plugin } from 'esbuild'
import { nameIn } from '../../../server/file-names.ts'
import { cached } from '../../lib/build-cache.ts'
import { root } from '../../lib/root.ts'
import { writeInFolder } from '../../lib/write-file.ts'
import { stylesIn } from '../styles/imported-styles.ts'
import { isOfPackage } from '../styles/lower-styles.ts'

/** What the bundle of packages exports, by the file of each package. */
interface PackageBundle {
  url: string
  text: string
  /** What each package exports, and the stylesheets that it imports. */
  packages: ReadonlyMap<string, { namespace: object; styles: readonly string[] }>
}

const NAMESPACE = 'package'
/** After the name of a package's file: esbuild takes each .mjs for an ES module. */
const STAND_IN = '.package'

/** The name of an export that no package has. */
const STYLES = 'stylesOfPackages'

/** Marks the plugin's own question to esbuild, which asks every plugin again. */
const OWN_QUESTION = { isOwnQuestion: true }

/**
 * In development a build bundles our own files alone. All packages that they import are bundled once, into one file: so
 * there is one instance of what they share. `options` are those of Node's program.
 */
export function createPackages(options: BuildOptions, folder: string, onBundle: (count: number) => void) {
  const missing = new Set<string>()
  let bundle: PackageBundle | undefined

  /** Where a package is imported, this module stands for it. */
  function moduleOf(file: string): string {
    const { namespace, styles } = bundle?.packages.get(file) ?? {}
    if (!bundle || !namespace || !styles) {
      missing.add(file)
      return 'module.exports = {}'
    }
    const names = Object.keys(namespace).map(name => JSON.stringify(name))
    return [
      ...styles.map(style => `import ${JSON.stringify(style)}`),
      `import packages from ${JSON.stringify(bundle.url)}`,
      `const read = name => packages[${JSON.stringify(nameIn(root, file))}][name]`,
      // esbuild leaves out what nobody imports.
      ...names.map((name, i) => `const e${i} = /* @__PURE__ */ read(${name})`),
      `export { ${names.map((name, i) => `e${i} as ${name}`).join(', ')} }`,
    ].join('\n')
  }

  /** In the browser's script, which is checked and not run, only the stylesheets of packages count. */
  const stylesOf = (file: string) =>
    [...(bundle?.packages.get(file)?.styles ?? []), '']
      .map(style => (style ? `require(${JSON.stringify(style)})` : 'module.exports = {}'))
      .join('\n')

  const pluginOf = (contentsOf: (file: string) => string): Plugin => ({
    name: 'packages',
    setup(context) {
      /** Where packages were found, for the next build. */
      const resolved = new Map<string, { path: string; namespace: string }>()
      context.onResolve({ filter: /^[^.]/ }, async ({ path, pluginData, namespace, ...from }) => {
        if (from.kind === 'entry-point' || pluginData !== undefined || isAbsolute(path)) return
        if (namespace === NAMESPACE) return path === bundle?.url ? { path, external: true } : undefined
        const key = `${path} ${from.kind} ${from.resolveDir}`
        const known = resolved.get(key)
        if (known) return known
        const found = await context.resolve(path, { ...from, pluginData: OWN_QUESTION })
        const isPackage = found.namespace === 'file' && !found.external && isOfPackage(found.path)
        if (!isPackage) return found
        const standIn = { path: found.path + STAND_IN, namespace: NAMESPACE }
        resolved.set(key, standIn)
        return standIn
      })
      context.onLoad({ filter: /./, namespace: NAMESPACE }, ({ path }) => ({
        contents: contentsOf(path.slice(0, -STAND_IN.length)),
        resolveDir: root,
      }))
    },
  })

  return {
    plugin: pluginOf(moduleOf),
    checkPlugin: pluginOf(stylesOf),
    /** Bundles the packages that a build has missed. Resolves to whether there were any. */
    async bundleMissing(): Promise<boolean> {
      if (missing.size === 0) return false
      const files = [...(bundle?.packages.keys() ?? []), ...missing].sort()
      missing.clear()
      bundle = await bundlePackages(files, options, folder, () => onBundle(files.length))
      return true
    },
    /** What is in the bundle. */
    text: () => bundle?.text ?? '',
  }
}

async function bundlePackages(
  files: string[],
  options: BuildOptions,
  folder: string,
  onBundle: () => void,
): Promise<PackageBundle> {
  const names = files.map(file => nameIn(root, file))
  // As an .mjs file imports them, and ours: https://esbuild.github.io/content-types/#default-interop
  const contents = [
    ...files.map((file, i) => `import * as p${i} from ${JSON.stringify(file)}`),
    `export default { ${names.map((name, i) => `${JSON.stringify(name)}: p${i}`).join(', ')} }`,
  ].join('\n')
  const make = async () => {
    onBundle()
    const stdin = { contents, resolveDir: root, sourcefile: 'packages.mjs' }
    const { outputFiles, metafile } = await build({
      ...options,
      entryPoints: [],
      stdin,
      write: false,
      metafile: true,
      sourcemap: false,
    })
    const styles = names.map(name => stylesIn(metafile.inputs, [name]).map(style => join(root, style)))
    const code = outputFiles?.find(({ path }) => path.endsWith('.js'))?.contents ?? ''
    return Buffer.concat([
      Buffer.from(code),
      Buffer.from(`\nexport const ${STYLES} = ${JSON.stringify(styles)}`),
    ])
  }
  const installed = realpathSync(join(root, 'node_modules')) + sep
  // What is elsewhere may change without an installation.
  const isKept = files.every(each => each.startsWith(installed))
  const bytes = isKept ? await cached([JSON.stringify(options), contents], make) : await make()
  const bundled = join(folder, `packages-${createHash('sha256').update(bytes).digest('hex').slice(0, 8)}.mjs`)
  await writeInFolder(bundled, bytes)
  const url = pathToFileURL(bundled).href
  const { default: namespaces, [STYLES]: styles } = await import(url)
  const packages = files.map(
    (each, i) => [each, { namespace: namespaces[names[i] ?? ''], styles: styles[i] }] as const,
  )
  return { url, text: bytes.toString(), packages: new Map(packages) }
}
