import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './folders.ts'

/** A block of code: the whole of a file, or a part of one of its objects. */
interface Code {
  file: string
  object: string | undefined
  code: string
}

/** The blocks of code in docs/more.md that name a file: of all sections, or of the one with this heading. */
export function documentedCode(heading?: string): Code[] {
  const sections = readFileSync(join(root, 'docs/more.md'), 'utf8').split(/^## /m)
  const text = sections.filter(section => !heading || section.startsWith(`${heading}\n`)).join('')
  const blocks = text.matchAll(
    /^```(?:tsx?|js|css)\n(?:\/\/|\/\*) ([\w./-]+\/[\w.-]+)(?:, in (\w+))?(?: \*\/)?\n(.*?)^```$/gms,
  )
  return Array.from(blocks, ([, file = '', object, code = '']) => ({ file, object, code }))
}
