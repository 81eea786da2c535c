import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { drawIcons } from './icons.ts'
import type { Tokens } from './tokens.ts'

const folder = join(import.meta.dirname, '../../shared/public')

/** The names of the files of shared/public/. */
export async function ownFiles(): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter(entry => entry.isFile())
  return files.map(({ parentPath, name }) => relative(folder, join(parentPath, name)).split(sep).join('/'))
}

/**
 * The files that stand at the root of the site, by name: the icons, and those of shared/public/, each of which takes the
 * place of one that is made. The names are in NFC, other than those of macOS.
 */
export async function publicFiles(token: Tokens): Promise<[string, Uint8Array][]> {
  const own = (await ownFiles())
    .filter(name => name !== 'favicon.svg') // drawIcons gives it colours.
    .map(
      async (name): Promise<[string, Uint8Array]> => [name.normalize(), await readFile(join(folder, name))],
    )
  return [...(await drawIcons(token)), ...(await Promise.all(own))]
}
