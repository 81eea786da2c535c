import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type BuildOptions, context, type Metafile, transform } from 'esbuild'
import type { Assets } from '../../server/assets.ts'
import { isContent } from '../../server/content-folders.ts'
import { UserError } from '../../server/errors.ts'
import { LARGE_FILE } from '../../server/files.ts'
import { createPageTable, type Table } from '../../shared/page-table.ts'
import type { Site } from '../check/link-checks.ts'
import { fileProblems, tableProblems, wordProblems } from '../check/table-checks.ts'
import { target } from './browsers.ts'
import { define } from './define.ts'
import { linkIn, pageFile } from './find-link.ts'
import { licences } from './licences.ts'
import { chunks, outputOf, outputsOf, packagesIn } from './page-chunks.ts'
import { images, isVideo } from './pictures.ts'
import { ownFiles, publicFiles } from './public-files.ts'
import { contentProblems, fieldIn } from './read-content.ts'
import { type Read, readTable, virtualSite } from './read-table.ts'
import { root } from './root.ts'
import { shake } from './shake-react.ts'
import { styles } from './styles.ts'
import { type TextSizes, textSizes } from './text-sizes.ts'
import { readTokens } from './tokens.ts'

const NOT_FOUND = 'shared/pages/not-found.tsx'
const STYLE = 'shared/styles/index.css'

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
    style: STYLE,
  },
  outdir: 'build/public/assets',
  publicPath: '/assets',
  entryNames: '[name]-[hash]',
  assetNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  splitting: true,
  target,
  // What a stylesheet names is copied as it is.
  loader: Object.fromEntries(
    ['woff2', 'jpg', 'png', 'webp', 'avif', 'svg'].map(name => [`.${name}`, 'file']),
  ),
  plugins: [chunks, shake, images],
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

export interface Bundle extends Site, Pick<Read, 'facts' | 'table'> {
  /** Every file of build/, by its path in there. */
  files: Map<string, Uint8Array>
  assets: Assets
  /** A hash of everything but the stylesheet. */
  code: string
  /** The HTML of each page of shared/content/, by its id. */
  bodies: ReadonlyMap<string, string>
  /** The packages that files of shared/ import, each with the file: of all pages, or of the page with this id. */
  packages(id?: string): string[]
  /** What the owner should know, and can do nothing about now. */
  warnings: string[]
}

/** Prepares to bundle the client and these entries of the server. `rebuild` rejects with esbuild's BuildFailure. */
export async function createBundler(
  entries: Record<string, string>,
  mode: 'production' | 'development' = 'production',
) {
  const development = mode === 'development'
  let table = createPageTable([])
  let sizes: TextSizes
  const plugins = [virtualSite(() => table), styles(() => sizes), ...client.plugins]
  const [nodeContext, browserContext] = await Promise.all([
    context({ ...server, entryPoints: entries, ...(development && debuggable.server) }),
    context({ ...client, plugins, ...(development && debuggable.client) }),
  ])

  async function rebuild(): Promise<Bundle> {
    // First, because what is wrong there should be said before anything is made.
    const read = await readTable(development)
    const { facts, sources } = read
    table = read.table
    sizes = textSizes(facts.company, table.menus)
    const builds = [nodeContext.rebuild(), browserContext.rebuild()] as const
    // Also where one has failed: esbuild gives a build that is under way to whoever asks for the next one.
    await Promise.allSettled(builds)
    const [forNode, forBrowser] = await Promise.all(builds)
    const { metafile, warnings } = forBrowser
    const outputs = [...forNode.outputFiles, ...forBrowser.outputFiles]
    const nameOf = (path: string) => relative(join(root, 'build'), path).split(sep).join('/')
    const files = new Map(outputs.map(({ path, contents }) => [nameOf(path), contents]))
    const style = take(files, outputOf(STYLE, metafile)) // It is inline in every page.
    take(files, outputOf('react-dom/client.js', metafile)) // It only names what is in React's file.
    const token = readTokens()
    for (const [name, body] of await publicFiles(token)) files.set(`public/${name}`, body)
    if (!development) {
      files.set('public/licences.txt', Buffer.from(licences(root, metafile)))
      files.set('licences.txt', Buffer.from(licences(root, forNode.metafile)))
    }
    for (const { assets } of sources)
      for (const [name, body] of assets) files.set(`public/assets/${name}`, body)
    const bodies = new Map(sources.map(({ id, html }) => [id, html]))
    const site = await checkTable(read, files)
    const { common, pageScripts } = scriptsOf(table, metafile)
    const record = {
      paper: { light: token('paper'), dark: token('paper', 'dark') },
      scripts: common,
      pageScripts,
      loader: await inline('client/loader.ts', { SCRIPTS: JSON.stringify(common) }),
      content: table.rows.filter(isContent),
      videos: [...files.keys()].some(isVideo),
      digests: digestsOf(files),
      ...(development && { reload: await inline('client/reload.ts') }),
    }
    // Of all that a page contains, its inline scripts included. esbuild gives its outputs in any order.
    const sorted = [...files].sort(([a], [b]) => (a < b ? -1 : 1))
    const code = digest(sorted.flat(), JSON.stringify(record), [...bodies.values()])
    const version = digest(code, style)
    const reload = record.reload?.replace('VERSION', JSON.stringify(version))
    const assets: Assets = { ...record, style, version, ...(reload && { reload }) }
    const outputsOfPage = (id: string) => pageScripts[id]?.map(url => `build/public${url}`)
    const all = packagesIn(metafile)
    const packages = (id?: string) => (id === undefined ? all : packagesIn(metafile, outputsOfPage(id)))
    const texts = warnings.map(({ text }) => text)
    return { ...site, facts, table, files, assets, code, bodies, packages, warnings: texts }
  }

  const dispose = () => Promise.all([nodeContext.dispose(), browserContext.dispose()])
  return { rebuild, dispose }
}

/** Takes an output of esbuild out of the files of build/. */
function take(files: Bundle['files'], output: string): string {
  const name = output.replace(/^build\//, '')
  const body = files.get(name)
  if (!body) throw new Error(`the bundle lacks ${output}`)
  for (const file of [name, `${name}.map`]) files.delete(file)
  return Buffer.from(body).toString().trim()
}

/** The hashes of the large files of the site, by their names in dist/: the server streams them, and has an ETag of each. */
function digestsOf(files: Bundle['files']): Record<string, string> {
  const large = [...files].filter(([name, { length }]) => name.startsWith('public/') && length > LARGE_FILE)
  return Object.fromEntries(large.map(([name, body]) => [name.replace('public/', ''), digest(body)]))
}

/** Throws where a path cannot be an address, or a page of shared/content/ cannot be shown. */
async function checkTable(
  { facts, table, sources, unpublished }: Read,
  files: Bundle['files'],
): Promise<Site> {
  const { company, siteFiles } = facts
  const bundled = [...files.keys()].filter(name => name.startsWith('public/'))
  const made = Object.keys(siteFiles(table, company.origin))
  const names = [...bundled.map(name => name.replace('public/', '')), ...made]
  const members = company.members?.path
  const paths = new Set([members, ...names.map(name => `/${name}`)])
  const exists = (path: string) => table.at(path) !== undefined || paths.has(path)
  const site = { table, exists, unpublished, linkAt: linkIn(sources, table) }
  const problems = [
    ...fileProblems(await ownFiles()),
    ...tableProblems(table.rows, names, members, fieldIn(sources)),
    ...wordProblems(table.rows, fieldIn(sources)),
    ...contentProblems(sources, table, site),
  ]
  if (problems.length > 0) throw new UserError(problems.join('\n'))
  return site
}

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

/** A small script, ready to stand in a page. */
export async function inline(file: string, define: Record<string, string> = {}): Promise<string> {
  const source = await readFile(join(root, file), 'utf8')
  const { code } = await transform(source, { loader: 'ts', format: 'iife', minify: true, target, define })
  return code.trim()
}

/** A hash of texts and bodies, as a version and in an ETag. */
function digest(...parts: (string | Uint8Array | readonly (string | Uint8Array)[])[]): string {
  const hash = createHash('sha256')
  for (const part of parts.flat()) hash.update(part)
  return hash.digest('base64url').slice(0, 12)
}
