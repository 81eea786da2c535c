import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { createManifest } from '../../shared/manifest.ts'
import { drawIcons } from './draw.ts'
import type { Tokens } from './tokens.ts'

const folder = join(import.meta.dirname, '../../shared/public')

/** The files that stand at the root of the site, by name: those of shared/public/, the icons and the web manifest. */
export async function publicFiles(token: Tokens): Promise<[string, Uint8Array][]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const found = entries
    .filter(entry => entry.isFile())
    .map(async ({ parentPath, name }): Promise<[string, Uint8Array]> => {
      const file = join(parentPath, name)
      return [relative(folder, file).split(sep).join('/'), await readFile(file)]
    })
  const manifest = Buffer.from(JSON.stringify(createManifest(token('paper'))))
  return [...(await Promise.all(found)), ...(await drawIcons(token)), ['manifest.webmanifest', manifest]]
}
