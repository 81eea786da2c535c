import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { FEATURE_LISTS } from './copy-project.ts'

/** Deletes a feature from a copy of the project, as docs/features.md says. Returns the deleted folder and files. */
export function deleteFeature(folder: string, name: string): string[] {
  const inFeature = `features/${name}`
  const { files, packages = [] }: { files: string[]; packages?: string[] } = JSON.parse(
    readFileSync(join(folder, inFeature, 'remove.json'), 'utf8'),
  )
  const gone = [inFeature, ...files]
  for (const file of gone) rmSync(join(folder, file), { recursive: true, force: true })
  for (const list of [...FEATURE_LISTS, 'docs/features.md', 'package.json']) {
    const path = join(folder, list)
    const lines = readFileSync(path, 'utf8').split('\n')
    const [, imported] =
      new RegExp(`^import \\{ (\\w+) \\} from '.*/${inFeature}/`, 'm').exec(lines.join('\n')) ?? []
    const isOurs = (line: string) =>
      line.includes(`${inFeature}/`) || (imported !== undefined && line.startsWith(`  ${imported},`))
    writeFileSync(path, lines.filter(line => !isOurs(line)).join('\n'))
  }
  uninstall(folder, packages)
  return gone
}

/** Deletes packages as `npm uninstall` does, but keeps their dependencies. */
function uninstall(folder: string, packages: readonly string[]): void {
  const edit = (file: string, rootOf: (json: Lock) => Dependent) => {
    const json = JSON.parse(readFileSync(join(folder, file), 'utf8'))
    for (const name of packages) {
      delete rootOf(json).dependencies[name]
      delete rootOf(json).devDependencies[name]
    }
    writeFileSync(join(folder, file), `${JSON.stringify(json, null, 2)}\n`)
  }
  edit('package.json', json => json)
  edit('package-lock.json', json => json.packages[''])
}

interface Dependent {
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
}

interface Lock extends Dependent {
  packages: { '': Dependent }
}
