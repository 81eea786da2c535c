import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './folders.ts'

/** A code block: a whole file, or a part of one of its objects. */
export interface Code {
  file: string
  object: string | undefined
  code: string
}

/** Recipes for another kind of site: their files replace the other recipes' files. */
const EXISTING_SITE = 'existing-site'

/** The code blocks that name a file: of one recipe, or of all the recipes in a folder that go together. */
export function documentedCode(recipe = `!(${EXISTING_SITE})`, folder = 'docs/recipes'): Code[] {
  // A later block for a whole file replaces an earlier one.
  const files = globSync(`${folder}/${recipe}.md`, { cwd: root }).sort()
  const text = files.map(file => readFileSync(join(root, file), 'utf8')).join('')
  const blocks = text.matchAll(
    /^```(?:tsx?|js|css)\n(?:\/\/|\/\*) ([\w./-]+\/[\w.-]+)(?:, in (\w+))?(?: \*\/)?\n(.*?)^```$/gms,
  )
  return Array.from(blocks, ([, file = '', object, code = '']) => ({ file, object, code }))
}
