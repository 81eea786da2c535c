import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { drawIcons } from './draw.ts'
import type { Tokens } from './tokens.ts'

const folder = join(import.meta.dirname, '../../shared/public')

/** The names of the files of shared/public/. */
export async function ownFiles(): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter(entry => entry.isFile())
  return files.map(({ parentPath, name }) => relative(folder, join(parentPath, name)).split(sep).join('/'))
}

/**
 * The files at the root of the site, by name: the icons, and the files of shared/public/, which replace generated files
 * of the same name.
 */
export async function publicFiles(token: Tokens): Promise<[string, Uint8Array][]> {
  const own = (await ownFiles())
    .filter(name => name !== 'favicon.svg') // drawIcons gives it colours.
    .map(async (name): Promise<[string, Uint8Array]> => [name, await readFile(join(folder, name))])
  return [...(await drawIcons(token)), ...(await Promise.all(own))]
}
