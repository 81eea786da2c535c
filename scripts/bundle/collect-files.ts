import { nameIn } from '../../server/lib/file-names.ts'
import { root } from '../lib/root.ts'
import { licences } from './licences.ts'
import { SITE_SCRIPT } from './options.ts'
import { outputOf } from './outputs.ts'
import { buildFeatures, type SiteSource } from './read-site.ts'
import type { ScriptBundles } from './script-bundles.ts'
import type { Stylesheet } from './styles/stylesheet.ts'

/** The files of build/, by their paths in it. */
export type BuiltFiles = ReadonlyMap<string, Uint8Array>

/** Everything from which a build's files are collected. */
export interface BundleParts {
  source: SiteSource
  /** The files of shared/site/public/, by their names in it. */
  publicFiles: BuiltFiles
  scripts: ScriptBundles
  style: Stylesheet
}

/** Every file of build/ except the manifest. A later file replaces an earlier one with the same name: the site's win. */
export async function collectFiles(
  bundled: BundleParts,
  isDevelopment: boolean,
): Promise<{ files: BuiltFiles; warnings: string[] }> {
  const { source, publicFiles } = bundled
  const notices = isDevelopment ? { files: [], warnings: [] } : licenceFiles(bundled)
  const files = new Map([
    ...bundledFiles(bundled, isDevelopment),
    ...inPublic(await filesOfFeatures(source)),
    ...inPublic(publicFiles),
    ...source.fileRoutes.flatMap(({ files: ofRoutes }) => [...ofRoutes]),
    ...notices.files,
  ])
  return { files, warnings: notices.warnings }
}

type File = readonly [name: string, body: Uint8Array]

const inPublic = (files: Iterable<File>): File[] =>
  Array.from(files, ([name, body]) => [`public/${name}`, body])

/** The scripts, and the files that they and the stylesheet use. */
function bundledFiles({ scripts, style }: BundleParts, isDevelopment: boolean): File[] {
  const { forBrowser, outputFiles } = scripts
  // Development only checks the browser's script, so none of its outputs is used. Its pictures aren't among them.
  // In production, these two outputs only re-export other files.
  const unused = isDevelopment
    ? Object.keys(forBrowser.outputs)
    : ['react-dom/client.js', SITE_SCRIPT].map(entry => outputOf(entry, forBrowser))
  return [...outputFiles, ...style.files]
    .map(({ path, contents }) => ({ name: nameIn(root, path), contents }))
    .filter(({ name }) => !unused.includes(name))
    .map(({ name, contents }) => [name.replace('build/', ''), contents])
}

async function filesOfFeatures({ site }: SiteSource): Promise<File[]> {
  const files = await Promise.all(buildFeatures.map(feature => feature.publicFiles?.(site.company) ?? []))
  return files.flatMap(of => [...of])
}

/** The bundled packages' licences. */
function licenceFiles({ scripts, style }: BundleParts): { files: File[]; warnings: string[] } {
  const forBrowser = { outputs: { ...scripts.forBrowser.outputs, ...style.metafile.outputs } }
  const browser = licences(root, forBrowser)
  const node = licences(root, scripts.forNode)
  return {
    files: [
      ['public/licences.txt', Buffer.from(browser.text)],
      ['licences.txt', Buffer.from(node.text)],
    ],
    warnings: [...new Set([...browser.warnings, ...node.warnings])],
  }
}
