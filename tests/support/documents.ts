import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './folders.ts'

/** The text of a document below a heading of the second level. */
export function sectionOf(name: string, heading: string): string {
  const [, section = ''] = readFileSync(join(root, name), 'utf8').split(`\n## ${heading}\n`)
  return section.split('\n## ')[0] ?? ''
}
