import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { type BuildOptions, context, type OutputFile, transform } from 'esbuild'
import type { Assets } from '../server/assets.ts'

const root = join(import.meta.dirname, '..')

const common = {
  absWorkingDir: root,
  outdir: 'build',
  bundle: true,
  minify: true,
  write: false,
  metafile: true,
  format: 'esm',
  jsx: 'automatic',
  legalComments: 'none',
  logLevel: 'silent',
  define: { 'process.env.NODE_ENV': '"production"' },
} satisfies BuildOptions

/** What a visitor gets: the script, and the stylesheet with its fonts. */
const client = {
  ...common,
  entryPoints: { site: 'client/entry.tsx', style: 'shared/styles/index.css' },
  outdir: 'build/public/assets',
  publicPath: '/assets',
  entryNames: '[name]-[hash]',
  assetNames: '[name]-[hash]',
  target: ['chrome123', 'firefox120', 'safari17.5'],
  loader: { '.woff2': 'file' },
} satisfies BuildOptions

/** What Node runs. Each bundle is one file and needs no node_modules. */
const server = {
  ...common,
  platform: 'node',
  target: 'node26',
  // Express and its like are CommonJS, and call require for Node's own modules.
  banner: {
    js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
  },
} satisfies BuildOptions

export interface Bundle {
  /** Every file of build/, by its path in there. */
  files: Map<string, Uint8Array>
  assets: Assets
}

/**
 * Prepares to bundle the given server entries and the client. `rebuild` may be called again and again, and rejects
 * with esbuild's BuildFailure; `extraLoader` is what development adds to the inline script.
 */
export async function createBundler(serverEntries: Record<string, string>, extraLoader = '') {
  const contexts = await Promise.all([context({ ...server, entryPoints: serverEntries }), context(client)])

  async function rebuild(): Promise<Bundle> {
    const [forNode, forBrowser] = await Promise.all(contexts.map(each => each.rebuild()))
    const outputs = [...(forNode?.outputFiles ?? []), ...(forBrowser?.outputFiles ?? [])]
    const files = new Map(outputs.map(file => [nameOf(file), file.contents]))
    const script = find(outputs, /site-\w+\.js$/)
    const style = find(outputs, /style-\w+\.css$/)
    files.delete(nameOf(style)) // It is inline in every page.
    const assets = {
      version: digest(outputs),
      style: style.text.trim(),
      loader: extraLoader + (await loader(`/${relative('public', nameOf(script))}`)),
    }
    files.set('assets.json', Buffer.from(JSON.stringify(assets)))
    return { files, assets }
  }

  const dispose = () => Promise.all(contexts.map(each => each.dispose()))
  return { rebuild, dispose }
}

const nameOf = (file: OutputFile) => relative(join(root, 'build'), file.path)

function find(files: OutputFile[], name: RegExp): OutputFile {
  const file = files.find(({ path }) => name.test(path))
  if (!file) throw new Error(`the bundle lacks ${name}`)
  return file
}

async function loader(script: string): Promise<string> {
  const source = readFileSync(join(root, 'client/loader.ts'), 'utf8')
  const { code } = await transform(source, {
    loader: 'ts',
    minify: true,
    target: client.target,
    define: { SCRIPT: JSON.stringify(script) },
  })
  return code.trim()
}

function digest(files: OutputFile[]): string {
  const hash = createHash('sha256')
  for (const file of files) hash.update(file.contents)
  return hash.digest('base64url').slice(0, 12)
}
