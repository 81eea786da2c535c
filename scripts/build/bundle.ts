import { createHash } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type BuildOptions, build, context, type Metafile, type OutputFile, transform } from 'esbuild'
import type { Assets } from '../../server/assets.ts'
import { isContent } from '../../server/content-folders.ts'
import { UserError } from '../../server/errors.ts'
import { siteFiles } from '../../server/site-files.ts'
import { company } from '../../shared/company.ts'
import { createPageTable, type Table } from '../../shared/page-table.ts'
import { fileProblems, tableProblems } from '../check/table-checks.ts'
import { target } from './browsers.ts'
import { define } from './define.ts'
import { licences } from './licences.ts'
import { chunks, outputsOf } from './page-chunks.ts'
import { images } from './pictures.ts'
import { ownFiles, publicFiles } from './public-files.ts'
import { contentProblems, fieldIn, type Source } from './read-content.ts'
import { readTable, virtualSite } from './read-table.ts'
import { root } from './root.ts'
import { shake } from './shake-react.ts'
import { styles } from './styles.ts'
import { readTokens } from './tokens.ts'

const NOT_FOUND = 'shared/pages/not-found.tsx'

const common = {
  absWorkingDir: root,
  outdir: 'build',
  bundle: true,
  minify: true,
  write: false,
  format: 'esm',
  jsx: 'automatic',
  legalComments: 'none', // Instead of comments: licences.txt.
  metafile: true,
  logLevel: 'silent',
  define: { ...define, 'process.env.NODE_ENV': '"production"' },
} satisfies BuildOptions

/** What a visitor gets: the script, and the stylesheet with its fonts. */
const client = {
  ...common,
  entryPoints: {
    'all-pages': 'client/all-pages.ts',
    'not-found': NOT_FOUND,
    // So that React becomes a file of its own: evaluated in a task of its own, and kept in caches when a page changes.
    react: 'react-dom/client',
    style: 'shared/styles/index.css',
  },
  outdir: 'build/public/assets',
  publicPath: '/assets',
  entryNames: '[name]-[hash]',
  assetNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  splitting: true,
  target,
  // What a stylesheet names is copied as it is.
  loader: {
    '.woff2': 'file',
    '.jpg': 'file',
    '.png': 'file',
    '.webp': 'file',
    '.avif': 'file',
    '.svg': 'file',
  },
  plugins: [chunks, shake, styles, images],
} satisfies BuildOptions

/** What is different in development: our code as we wrote it, and the warnings of React's development build. */
const debuggable = {
  client: {
    minify: false,
    sourcemap: 'linked',
    define: { ...define, 'process.env.NODE_ENV': '"development"' },
  },
  // Libraries stay outside, so that a rebuild bundles, and Node loads, our own files alone.
  server: { minify: false, packages: 'external', sourceRoot: `${pathToFileURL(root)}/build/` },
} satisfies Record<string, BuildOptions>

/** What Node runs. Each bundle is one file and needs no node_modules. */
const server = {
  ...common,
  platform: 'node',
  // For the stacks of the log. Files and lines are enough for them.
  sourcemap: 'linked',
  sourcesContent: false,
  target: 'node26',
  plugins: [images],
  // Express and its like are CommonJS, and call require for Node's own modules.
  banner: {
    js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
  },
} satisfies BuildOptions

export interface Bundle {
  /** Every file of build/, by its path in there. */
  files: Map<string, Uint8Array>
  /** The source maps of the client, by their path in build/; in development only. */
  maps: Map<string, Uint8Array>
  assets: Assets
  table: Table
  /** The HTML of each page of shared/content/, by its id. */
  bodies: ReadonlyMap<string, string>
  /** Whether the site has a page or a file at this path. */
  exists(path: string): boolean
}

/**
 * Prepares to bundle the client and the given entries of the server. `rebuild` may be called again and again, and
 * rejects with esbuild's BuildFailure. Development adds a script that reloads.
 */
export async function createBundler(
  entries: Record<string, string>,
  mode: 'production' | 'development' = 'production',
) {
  const development = mode === 'development'
  let table = createPageTable([])
  const plugins = [virtualSite(() => table), ...client.plugins]
  const [nodeContext, browserContext] = await Promise.all([
    context({ ...server, entryPoints: entries, ...(development && debuggable.server) }),
    context({ ...client, plugins, ...(development && debuggable.client) }),
  ])

  async function rebuild(): Promise<Bundle> {
    // First, because what is wrong there should be said before anything is made.
    const { sources, ...read } = await readTable(development)
    table = read.table
    const builds = [nodeContext.rebuild(), browserContext.rebuild()] as const
    // Also where one has failed: esbuild gives a build that is under way to whoever asks for the next one.
    await Promise.allSettled(builds)
    const [forNode, forBrowser] = await Promise.all(builds)
    const outputs = [...(forNode.outputFiles ?? []), ...(forBrowser.outputFiles ?? [])]
    const files = new Map(outputs.map(file => [nameOf(file), file.contents]))
    const maps = new Map([...files].filter(([name]) => /^public.*\.map$/.test(name)))
    for (const name of maps.keys()) files.delete(name)
    const style = find(outputs, /style-\w+\.css$/)
    files.delete(nameOf(style)) // It is inline in every page.
    files.delete(nameOf(find(outputs, /react-\w+\.js$/))) // It only names what is in React's file.
    const token = readTokens()
    for (const [name, body] of await publicFiles(token)) files.set(`public/${name}`, body)
    if (!development) {
      files.set('public/licences.txt', Buffer.from(licences(root, forBrowser.metafile)))
      files.set('licences.txt', Buffer.from(licences(root, forNode.metafile)))
    }
    for (const { assets } of sources)
      for (const [name, body] of assets) files.set(`public/assets/${name}`, body)
    const bodies = new Map(sources.map(({ id, html }) => [id, html]))
    const content = table.rows.filter(isContent)
    const exists = await checkTable(table, sources, files)
    const { common, pageScripts } = scriptsOf(table, forBrowser.metafile)
    const assets: Assets = {
      version: digest([style.contents, ...files.values(), JSON.stringify(content), ...bodies.values()]),
      files: {},
      style: style.text.trim(),
      paper: { light: token('paper'), dark: token('paper', 'dark') },
      scripts: common,
      pageScripts,
      loader: await inline('client/loader.ts', { SCRIPTS: JSON.stringify(common) }),
      content,
    }
    if (development)
      assets.reload = await inline('client/reload.ts', { VERSION: JSON.stringify(assets.version) })
    return { files, maps, assets, table, bodies, exists }
  }

  const dispose = () => Promise.all([nodeContext.dispose(), browserContext.dispose()])
  return { rebuild, dispose }
}

/** Throws where a path cannot be an address, or a page of shared/content/ cannot be shown. */
async function checkTable(
  table: Table,
  sources: Source[],
  files: Bundle['files'],
): Promise<Bundle['exists']> {
  const names = [
    ...[...files.keys()].flatMap(name => (name.startsWith('public/') ? name.slice('public/'.length) : [])),
    ...Object.keys(siteFiles(table, company.origin)),
  ]
  const paths = new Set([company.members?.path, ...names.map(name => `/${name}`)])
  const exists = (path: string) => paths.has(path) || table.at(path) !== undefined
  const problems = [
    ...fileProblems(await ownFiles()),
    ...tableProblems(table.rows, names, company.members?.path, fieldIn(sources)),
    ...contentProblems(sources, table, exists),
  ]
  if (problems.length > 0) throw new UserError(problems.join('\n'))
  return exists
}

/** The file of a page of the browser, such as shared/pages/how-we-work.tsx for howWeWork. */
const pageFile = (id: string) =>
  `shared/pages/${id.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}.tsx`

/** The URLs of the script's files: what every page needs, and what each page needs of its own, itself first. */
function scriptsOf(table: Table, metafile: Metafile) {
  const urlsOf = (file: string) => outputsOf(file, metafile).map(output => output.replace('build/public', ''))
  const common = urlsOf(NOT_FOUND).slice(0, -1)
  const ownOf = (file: string) =>
    urlsOf(file)
      .filter(url => !common.includes(url))
      .reverse()
  const pageScripts: Record<string, string[]> = { notFound: ownOf(NOT_FOUND) }
  for (const { id, server } of table.rows) {
    if (server) continue
    const own = ownOf(pageFile(id))
    if (own.length === 0)
      throw new UserError(
        `pages.${id} has no component: write ${pageFile(id)}, and name it in shared/routes.tsx`,
      )
    pageScripts[id] = own
  }
  return { common, pageScripts }
}

/** Writes what a benchmark runs beside the site, bundled as the server is. */
export const bundleForNode = (entryPoints: Record<string, string>, outdir: string) =>
  build({ ...server, entryPoints, outdir, write: true })

/** Writes files, given by their path in a folder; `write` writes one. */
export async function writeFiles<Body>(
  files: Iterable<readonly [string, Body]>,
  folder: string,
  write: (file: string, body: Body) => Promise<unknown>,
) {
  await Promise.all(
    [...files].map(async ([name, body]) => {
      const file = join(folder, name)
      await mkdir(dirname(file), { recursive: true })
      await write(file, body)
    }),
  )
}

const nameOf = (file: OutputFile) => relative(join(root, 'build'), file.path)

function find(files: OutputFile[], name: RegExp): OutputFile {
  const file = files.find(({ path }) => name.test(path))
  if (!file) throw new Error(`the bundle lacks ${name}`)
  return file
}

/** A small script, ready to stand in a page. */
export async function inline(file: string, define: Record<string, string> = {}): Promise<string> {
  const source = await readFile(join(root, file), 'utf8')
  const { code } = await transform(source, { loader: 'ts', format: 'iife', minify: true, target, define })
  return code.trim()
}

function digest(bodies: (Uint8Array | string)[]): string {
  const hash = createHash('sha256')
  for (const body of bodies) hash.update(body)
  return hash.digest('base64url').slice(0, 12)
}
