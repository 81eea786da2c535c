import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Metafile } from 'esbuild'
import { UserError } from '../../server/errors.ts'

const licenceFile = /^(licen[cs]e|copying)(\.(md|txt))?$/i

/** The notices of the packages that esbuild has put into a bundle. */
export function licences(root: string, { outputs }: Pick<Metafile, 'outputs'>): string {
  const inputs = Object.values(outputs).flatMap(({ inputs }) =>
    Object.keys(inputs).filter(name => (inputs[name]?.bytesInOutput ?? 0) > 0),
  )
  const folders = new Set(inputs.flatMap(name => /^.*node_modules\/(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? []))
  const byText = Map.groupBy([...folders].sort(), folder => {
    const [file] = globSync('*', { cwd: join(root, folder) }).filter(name => licenceFile.test(name))
    if (!file) throw new UserError(`${folder} is bundled, and has no licence text that could go with it`)
    return readFileSync(join(root, folder, file), 'utf8').trim()
  })
  const notices = [...byText].map(
    ([text, folders]) =>
      `${folders.map(folder => folder.replace(/^.*node_modules\//, '')).join(', ')}\n\n${text}\n`,
  )
  return notices.join(`\n${'-'.repeat(80)}\n\n`)
}
