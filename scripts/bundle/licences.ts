import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Metafile } from 'esbuild'

const LICENCE_FILE = /^(licen[cs]e|copying)(\.(md|txt))?$/i

interface Licences {
  /** The text of licences.txt. */
  text: string
  /** A warning for each package without a licence text. */
  warnings: string[]
}

/** The licence notices for the packages in an esbuild bundle. */
export function licences(root: string, metafile: Pick<Metafile, 'outputs'>): Licences {
  const warnings: string[] = []
  const byText = Map.groupBy(bundledPackages(metafile), folder => {
    const text = licenceText(join(root, folder))
    if (text !== undefined) return text
    const { license = 'unknown' } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
    warnings.push(
      `${folder} has no file with its licence: licences.txt has the licence of package.json, "${license}".`,
    )
    return `Licence: ${license}`
  })
  const notices = Array.from(byText, ([text, folders]) => {
    const names = folders.map(folder => folder.replace(/^.*node_modules\//, ''))
    return `${names.join(', ')}\n\n${text}\n`
  })
  return { text: notices.join(`\n${'-'.repeat(80)}\n\n`), warnings }
}

/** The folders of the packages in a bundle, in alphabetical order. */
function bundledPackages({ outputs }: Pick<Metafile, 'outputs'>): string[] {
  const folders = new Set<string>()
  for (const { inputs } of Object.values(outputs))
    for (const [file, { bytesInOutput }] of Object.entries(inputs)) {
      const [folder] = /^.*node_modules\/(@[^/]+\/)?[^/]+/.exec(file) ?? []
      if (folder && bytesInOutput > 0) folders.add(folder)
    }
  return [...folders].sort()
}

function licenceText(folder: string): string | undefined {
  const file = globSync('*', { cwd: folder }).find(name => LICENCE_FILE.test(name))
  return file && readFileSync(join(folder, file), 'utf8').trim()
}
