import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, context, type Metafile } from 'esbuild'
import { MAX_BYTES_IN_MEMORY, SITEMAP_FILE } from '../../server/built-files.ts'
import { generatedNames } from '../../server/describe/generated-files.ts'
import { speculationRules } from '../../server/describe/speculation-rules.ts'
import { UserError } from '../../server/errors.ts'
import type { Manifest } from '../../server/manifest.ts'
import { nameIn } from '../../server/paths.ts'
import type { Table } from '../../shared/page-table.ts'
import { contentProblems, fieldIn, linkIn } from '../content/read-content.ts'
import { root } from '../lib/root.ts'
import { drawIcons } from '../media/icons.ts'
import { readMark } from '../media/mark.ts'
import { publicFileNames, readPublicFiles } from '../media/public-files.ts'
import { readTokens } from '../media/tokens.ts'
import type { LinkTargets } from '../problems/link-checks.ts'
import {
  componentProblems,
  drawingProblems,
  fileProblems,
  languageProblems,
  tableProblems,
  wordProblems,
} from '../problems/table-checks.ts'
import { target } from './browsers.ts'
import { importedStyles } from './imported-styles.ts'
import { licences } from './licences.ts'
import { browserOptions, type Mode, NOT_FOUND_PAGE, nodeOptions } from './options.ts'
import { createPackages } from './packages.ts'
import { ENTRY, outputOf, outputsOf, packagesIn } from './page-chunks.ts'
import { virtualPageTable } from './page-table-module.ts'
import { type OwnerModule, type ReadTable, readTable } from './read-table.ts'
import { createStylesheet, warningOf } from './stylesheet.ts'

/** Everything of a build before it is written. */
export interface Bundle {
  owner: OwnerModule
  table: Table
  /** What the checks of links know. */
  targets: LinkTargets
  /** Every file of build/ but the manifest, by its path in there. */
  files: Map<string, Uint8Array>
  manifest: Manifest
  /** A hash of everything. That in the manifest stays the same in development, where a page lives on after an edit. */
  version: string
  /** A hash of everything but the stylesheet. */
  codeHash: string
  /** The module virtual:page-table. */
  pageTable: string
  /** A hash of what stands in the document of every page, the stylesheet aside. */
  documentHash: string
  /** The HTML of each page of shared/site/content/, by its id. */
  bodies: ReadonlyMap<string, string>
  /** The packages that files of shared/ import, each with the file: all, or those in the files of a script. */
  packages(urls?: readonly string[]): string[]
  /** What stylesheets were made of, by transformStyle() in server/site/styles.ts: files of any folder. */
  watchFiles: readonly string[]
  /** Warnings: the build succeeds. */
  warnings: string[]
  /** Titles and descriptions that search results would cut or mix up. Nothing is written into dist/ with these. */
  wordProblems: string[]
}

export interface Bundler {
  /** Bundles what the source has now. Rejects with a UserError, or with esbuild's BuildFailure. */
  rebuild(): Promise<Bundle>
  dispose(): Promise<unknown>
}

type Files = Bundle['files']

/** What development does otherwise: the browser gets its modules from another server, and Node its program anew at each edit. */
export interface Development {
  /** Where the program is written, in node_modules. */
  folder: string
  /** The URLs of the modules that every page needs, and that of a page's file. */
  scripts: string[]
  scriptOf(file: string): string
  /** Told of how many packages are bundled, which takes a while. */
  onPackages(count: number): void
}

/** Prepares to bundle the client and these entries of the server. */
export async function createBundler(
  entryPoints: Record<string, string>,
  development?: Development,
): Promise<Bundler> {
  const mode: Mode = development ? 'development' : 'production'
  // What the script of the browser is given: that of the current build.
  let pageTable = ''
  const browser = browserOptions(mode)
  const node = nodeOptions(mode, entryPoints)
  const packages = development && createPackages(node, development.folder, development.onPackages)
  const [nodeContext, browserContext, stylesheet] = await Promise.all([
    context({ ...node, plugins: [...node.plugins, ...(packages ? [packages.plugin] : [])] }),
    context({
      ...browser,
      plugins: [
        virtualPageTable(() => pageTable),
        ...browser.plugins,
        ...(packages ? [packages.checkPlugin] : []),
      ],
    }),
    createStylesheet(mode),
  ])

  async function bundleBoth() {
    const builds = [nodeContext.rebuild(), browserContext.rebuild()] as const
    // A rebuild during a rebuild returns the running one, so wait for both, also where one has failed.
    await Promise.allSettled(builds)
    return builds
  }

  async function rebuild(): Promise<Bundle> {
    const read = await readTable(development !== undefined)
    const { owner, table } = read
    pageTable = read.pageTable
    let builds = await bundleBoth()
    while (await packages?.bundleMissing()) builds = await bundleBoth()
    const [forNode, forBrowser] = await Promise.all(builds)
    const { metafile } = forBrowser
    const imported = importedStyles([metafile, forNode.metafile], ENTRY)
    const scripts = [...forBrowser.outputFiles, ...forNode.outputFiles]
    const texts = [packages?.text() ?? '', ...scripts.map(({ text }) => text)]
    const style = await stylesheet.rebuild(imported, property => texts.some(text => text.includes(property)))
    const files = filesOf([...scripts, ...style.files])
    // In development the browser's script is checked only: of its files the pictures count, which esbuild does not know.
    // What is made for react-dom/client only names what is in React's file.
    const unused = development ? Object.keys(metafile.outputs) : [outputOf('react-dom/client.js', metafile)]
    for (const output of unused) files.delete(output.replace(/^build\//, ''))
    await addPublicFiles(files, read)
    const warnings = [...forBrowser.warnings.map(warningOf), ...style.warnings]
    const inBrowser = { outputs: { ...metafile.outputs, ...style.metafile.outputs } }
    if (!development) warnings.push(...addLicences(files, inBrowser, forNode.metafile))
    const targets = await checkTable(read, files)
    const bodies = new Map(read.sources.map(({ id, html }) => [id, html]))
    const scriptUrls = scriptsOf(read, metafile, development)
    const made = await createManifest(read, files, scriptUrls, style.text, bodies, development)
    const allPackages = packagesIn(metafile)
    const packagesOf = (urls?: readonly string[]) => {
      const outputs = urls?.map(url => `build/public${url}`)
      return outputs ? packagesIn(metafile, outputs) : allPackages
    }
    return {
      owner,
      table,
      targets,
      files,
      ...made,
      pageTable,
      bodies,
      packages: packagesOf,
      watchFiles: style.dependencies,
      warnings,
      wordProblems: wordProblems(table.rows, fieldIn(read.sources), owner.company),
    }
  }

  const dispose = () => Promise.all([nodeContext.dispose(), browserContext.dispose(), stylesheet.dispose()])
  return { rebuild, dispose }
}

function filesOf(outputs: readonly { path: string; contents: Uint8Array }[]): Files {
  const folder = join(root, 'build')
  return new Map(outputs.map(({ path, contents }) => [nameIn(folder, path), contents]))
}

/** Adds the icons, the pictures of Markdown, and the owner's own files, which replace what has the same name. */
async function addPublicFiles(files: Files, { owner, sources }: ReadTable): Promise<void> {
  const tokens = readTokens()
  const mark = await readMark(owner.company.mark, tokens)
  for (const [name, body] of await drawIcons(mark, tokens)) files.set(`public/${name}`, body)
  for (const [name, body] of await readPublicFiles()) files.set(`public/${name}`, body)
  for (const { assets } of sources)
    for (const [name, body] of assets) files.set(`public/assets/${name}`, body)
}

type Outputs = Pick<Metafile, 'outputs'>

/** Adds the licences of what is bundled. Returns warnings. */
function addLicences(files: Files, forBrowser: Outputs, forNode: Outputs): string[] {
  const browser = licences(root, forBrowser)
  const node = licences(root, forNode)
  files.set('public/licences.txt', Buffer.from(browser.text))
  files.set('licences.txt', Buffer.from(node.text))
  return [...new Set([...browser.warnings, ...node.warnings])]
}

/** Throws a UserError where a path cannot be an address, or a page of shared/site/content/ cannot be shown. */
async function checkTable(read: ReadTable, files: Files): Promise<LinkTargets> {
  const { owner, table, sources, unpublished, pageFiles } = read
  const { company } = owner
  const bundled = [...files.keys()].filter(name => name.startsWith('public/'))
  const names = [...bundled.map(name => name.replace('public/', '')), SITEMAP_FILE, ...generatedNames(table)]
  const members = company.members?.path
  const paths = new Set([members, ...names.map(name => `/${name}`)])
  const targets: LinkTargets = {
    table,
    exists: path => table.match(path) !== undefined || paths.has(path),
    unpublished,
    linkAt: linkIn(sources),
  }
  const problems = [
    ...fileProblems(await publicFileNames()),
    ...tableProblems(table.rows, names, members, fieldIn(sources)),
    ...languageProblems(table.rows, company, fieldIn(sources)),
    ...componentProblems(table.rows, pageFiles),
    ...drawingProblems(table.rows, await drawingNames()),
    ...contentProblems(sources, table, targets),
  ]
  if (problems.length > 0) throw new UserError(problems.join('\n'))
  return targets
}

async function drawingNames(): Promise<string[]> {
  const files = await readdir(join(root, 'shared/site/drawings')).catch(() => [])
  return files.filter(name => name.endsWith('.tsx')).map(name => name.slice(0, -'.tsx'.length))
}

async function createManifest(
  read: ReadTable,
  files: Files,
  scriptUrls: ScriptUrls,
  style: string,
  bodies: ReadonlyMap<string, string>,
  development: Development | undefined,
): Promise<Pick<Bundle, 'manifest' | 'version' | 'codeHash' | 'documentHash'>> {
  const { owner, table, built } = read
  const tokens = readTokens()
  // esbuild gives its outputs in any order.
  const sorted: Files = new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1)))
  const record = {
    origin: owner.company.origin,
    paper: { light: tokens.colour('paper'), dark: tokens.colour('paper', 'dark') },
    ...scriptUrls,
    scriptLoader: await inlineScript('client/script-loader.ts', {
      SCRIPTS: JSON.stringify(scriptUrls.scripts),
    }),
    speculationRules: speculationRules(table, owner.company),
    rows: table.rows,
  }
  // The version is a hash of all that a page contains, its inline scripts included. Of the day that is the year, which the
  // browser's script has, too.
  const reloadSource = await readFile(join(root, RELOAD_SCRIPT))
  const documentHash = digest(JSON.stringify(record), read.pageTable, reloadSource)
  const codeHash = digest(documentHash, [...sorted].flat(), [...bodies.values()])
  const version = digest(codeHash, style)
  const manifest: Manifest = { ...record, built, digests: digestsOf(sorted), style, version }
  if (development) Object.assign(manifest, { version: 'development', reload: await reloadScript(version) })
  return { manifest, version, codeHash, documentHash }
}

const RELOAD_SCRIPT = 'client/reload.ts'

/** The inline script by which development reloads a page of this version. */
export const reloadScript = (version: string) =>
  inlineScript(RELOAD_SCRIPT, {
    VERSION: JSON.stringify(version),
    ROOT: JSON.stringify(pathToFileURL(root).pathname),
  })

/** The hashes of the large files of the site, by their names in dist/: the server streams them, and has an ETag of each. */
function digestsOf(files: Files): Record<string, string> {
  const digests: Record<string, string> = {}
  for (const [name, body] of files)
    if (name.startsWith('public/') && body.length > MAX_BYTES_IN_MEMORY)
      digests[name.replace('public/', '')] = digest(body)
  return digests
}

type ScriptUrls = Pick<Manifest, 'scripts' | 'pageScripts' | 'notFoundScript'>

/** The URLs of the script's files: what every page needs, and what each page needs of its own, itself first. */
function scriptsOf(
  { table, pageFiles }: ReadTable,
  metafile: Metafile,
  development?: Development,
): ScriptUrls {
  const urlsOf = (file: string) => outputsOf(file, metafile).map(output => output.replace('build/public', ''))
  // Each file follows what it imports, so that a page comes last.
  const scripts = development?.scripts ?? urlsOf(NOT_FOUND_PAGE).slice(0, -1)
  const ownUrls = (file: string) =>
    development
      ? [development.scriptOf(file)]
      : urlsOf(file)
          .filter(url => !scripts.includes(url))
          .reverse()
  const pageScripts: Record<string, string[]> = {}
  for (const { id, script } of table.rows) {
    const file = pageFiles.get(id)
    if (file && script !== false) pageScripts[id] = ownUrls(file)
  }
  return { scripts, pageScripts, notFoundScript: ownUrls(NOT_FOUND_PAGE) }
}

/** A small script, ready to stand in a page. */
async function inlineScript(file: string, define: Record<string, string>): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [file],
    bundle: true,
    write: false,
    format: 'iife',
    minify: true,
    target,
    define,
  })
  return outputFiles.map(({ text }) => text.trim()).join()
}

/** A hash of texts and bodies, as a version and in an ETag. */
function digest(...parts: (string | Uint8Array | readonly (string | Uint8Array)[])[]): string {
  const hash = createHash('sha256')
  for (const part of parts.flat()) hash.update(part)
  return hash.digest('base64url').slice(0, 12)
}
