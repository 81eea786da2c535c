import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './folders.ts'

/** A block of code: the whole of a file, or a part of one of its objects. */
export interface Code {
  file: string
  object: string | undefined
  code: string
}

/** For a site of another kind: its files replace those of the other recipes. */
const EXISTING_SITE = 'existing-site'

/** The blocks of code that name a file: in a recipe of docs/recipes/, or in all of a folder that go together. */
export function documentedCode(recipe = `!(${EXISTING_SITE})`, folder = 'docs/recipes'): Code[] {
  // A later block for a whole file takes the place of an earlier one.
  const files = globSync(`${folder}/${recipe}.md`, { cwd: root }).sort()
  const text = files.map(file => readFileSync(join(root, file), 'utf8')).join('')
  const blocks = text.matchAll(
    /^```(?:tsx?|js|css)\n(?:\/\/|\/\*) ([\w./-]+\/[\w.-]+)(?:, in (\w+))?(?: \*\/)?\n(.*?)^```$/gms,
  )
  return Array.from(blocks, ([, file = '', object, code = '']) => ({ file, object, code }))
}
