import { statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { TransformStyle } from '../../../server/site.ts'
import { root } from '../../lib/root.ts'

/** The site's transformStyle(). A site that transforms no stylesheet doesn't have this file. */
const TRANSFORM_FILE = join(root, 'server/site/styles.ts')

/** A stylesheet's text, and the other files that it was made from. */
export interface ReadStyle {
  css: string
  dependencies: readonly string[]
}

/** Reads a stylesheet, and transforms it with transformStyle() of server/site/styles.ts. */
export async function readStyle(file: string): Promise<ReadStyle> {
  const transformStyle = await loadTransform()
  const written = await readFile(file, 'utf8')
  const style = (await transformStyle?.(written, file)) ?? written
  return typeof style === 'string' ? { css: style, dependencies: [] } : style
}

/** Imports transformStyle() with Node, unbundled: it may need a package with a binary. Node caches a module by its whole URL. */
async function loadTransform(): Promise<TransformStyle | undefined> {
  const mtime = statSync(TRANSFORM_FILE, { throwIfNoEntry: false })?.mtimeMs
  if (mtime === undefined) return
  const { transformStyle } = await import(`${pathToFileURL(TRANSFORM_FILE)}?${Math.trunc(mtime)}`)
  return transformStyle
}
