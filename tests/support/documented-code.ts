import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './folders.ts'

/** A block of code: the whole of a file, or a part of one of its objects. */
interface Code {
  file: string
  object: string | undefined
  code: string
}

/** The blocks of code in recipes that name a file: of all, those of features too, or of one in docs/recipes/. */
export function documentedCode(recipe = '*'): Code[] {
  // A later block for a whole file takes the place of an earlier one.
  const ofFeatures = recipe === '*' ? globSync('features/*/README.md', { cwd: root }).sort() : []
  const files = [...ofFeatures, ...globSync(`docs/recipes/${recipe}.md`, { cwd: root }).sort()]
  const text = files.map(file => readFileSync(join(root, file), 'utf8')).join('')
  const blocks = text.matchAll(
    /^```(?:tsx?|js|css)\n(?:\/\/|\/\*) ([\w./-]+\/[\w.-]+)(?:, in (\w+))?(?: \*\/)?\n(.*?)^```$/gms,
  )
  return Array.from(blocks, ([, file = '', object, code = '']) => ({ file, object, code }))
}
