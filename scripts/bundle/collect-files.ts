import { nameIn } from '../../server/lib/file-names.ts'
import { root } from '../lib/root.ts'
import { readPublicFiles } from '../media/public-files.ts'
import { licences } from './licences.ts'
import { SITE_SCRIPT } from './options.ts'
import { outputOf } from './outputs.ts'
import type { SiteSource } from './read-site.ts'
import type { ScriptBundles } from './script-bundles.ts'
import type { Stylesheet } from './styles/stylesheet.ts'

/** The files of build/, by their paths in there. */
export type BuiltFiles = ReadonlyMap<string, Uint8Array>

interface Parts {
  read: SiteSource
  scripts: ScriptBundles
  style: Stylesheet
  isDevelopment: boolean
}

/** Every file of build/ but the manifest. One replaces those of its name before it, as the site's do. */
export async function collectFiles(parts: Parts): Promise<{ files: BuiltFiles; warnings: string[] }> {
  const { read, isDevelopment } = parts
  const notices = isDevelopment ? { files: [], warnings: [] } : licenceFiles(parts)
  const files = new Map([
    ...bundledFiles(parts),
    ...inPublic(await filesOfFeatures(read)),
    ...inPublic(await readPublicFiles()),
    ...read.fileRoutes.flatMap(({ files: ofRoutes }) => [...ofRoutes]),
    ...notices.files,
  ])
  return { files, warnings: notices.warnings }
}

type File = readonly [name: string, body: Uint8Array]

const inPublic = (files: Iterable<File>): File[] =>
  Array.from(files, ([name, body]) => [`public/${name}`, body])

/** The scripts, and what they and the stylesheet name. */
function bundledFiles({ scripts, style, isDevelopment }: Parts): File[] {
  const { forBrowser, outputFiles } = scripts
  // The browser's script of development is only checked: its pictures count, which are no outputs of esbuild's own.
  // The other two only re-export other files.
  const unused = isDevelopment
    ? Object.keys(forBrowser.outputs)
    : ['react-dom/client.js', SITE_SCRIPT].map(entry => outputOf(entry, forBrowser))
  return [...outputFiles, ...style.files]
    .map(({ path, contents }) => ({ name: nameIn(root, path), contents }))
    .filter(({ name }) => !unused.includes(name))
    .map(({ name, contents }) => [name.replace('build/', ''), contents])
}

async function filesOfFeatures({ site, buildFeatures }: SiteSource): Promise<File[]> {
  const files = await Promise.all(buildFeatures.map(feature => feature.publicFiles?.(site.company) ?? []))
  return files.flatMap(of => [...of])
}

/** The licences of what is bundled. */
function licenceFiles({ scripts, style }: Parts): { files: File[]; warnings: string[] } {
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
