import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './folders.ts'

/** The text below a second-level heading of a document. */
export function sectionOf(name: string, heading: string): string {
  const [, section = ''] = readFileSync(join(root, name), 'utf8').split(`\n## ${heading}\n`)
  return section.split('\n## ')[0] ?? ''
}
