import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const require = createRequire(import.meta.url)

/** The file of a package that its command runs. A shell's own launcher would be another one on Windows. */
export function programOf(name: string, command: string): string {
  const file = require.resolve(`${name}/package.json`)
  const { bin } = JSON.parse(readFileSync(file, 'utf8'))
  return join(dirname(file), bin[command])
}
