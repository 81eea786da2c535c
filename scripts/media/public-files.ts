import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { nameIn } from '../../server/lib/file-names.ts'
import { root } from '../lib/root.ts'

const folder = join(root, 'shared/site/public')

/** The names of the files in shared/site/public/. The folder may be missing. */
export async function publicFileNames(): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = entries.filter(entry => entry.isFile())
  return files.map(({ parentPath, name }) => nameIn(folder, join(parentPath, name)))
}

/** The files of shared/site/public/, by their names at the root of the site, in NFC. */
export async function readPublicFiles(): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>()
  for (const name of await publicFileNames()) files.set(name.normalize(), await readFile(join(folder, name)))
  return files
}
