import { statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { TransformStyle } from '../../../server/site.ts'
import { root } from '../../lib/root.ts'

/** A site that transforms no stylesheet has no such file. */
const OWNER_FILE = join(root, 'server/site/styles.ts')

/** A stylesheet as it is bundled, and what it was made of besides its file. */
export interface ReadStyle {
  css: string
  dependencies: readonly string[]
}

/** Reads a stylesheet, as transformStyle() in server/site/styles.ts leaves it. */
export async function readStyle(file: string): Promise<ReadStyle> {
  const transformStyle = await loadTransform()
  const written = await readFile(file, 'utf8')
  const style = (await transformStyle?.(written, file)) ?? written
  return typeof style === 'string' ? { css: style, dependencies: [] } : style
}

/** It is imported by Node, and never bundled: it may need a package with a binary. Node keeps a module by its whole address. */
async function loadTransform(): Promise<TransformStyle | undefined> {
  const mtime = statSync(OWNER_FILE, { throwIfNoEntry: false })?.mtimeMs
  if (mtime === undefined) return
  const { transformStyle } = await import(`${pathToFileURL(OWNER_FILE)}?${Math.trunc(mtime)}`)
  return transformStyle
}
