import type { Dirent } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { UserError } from '../../server/lib/errors.ts'
import { nameIn } from '../../server/lib/file-names.ts'
import { root } from '../lib/root.ts'

export const PUBLIC = join(root, 'shared/site/public')

/** Files that macOS and Windows add to a folder by themselves. */
const OF_SYSTEM = /^(\.DS_Store|\._.*|Thumbs\.db|desktop\.ini)$/i

/** The files of shared/site/public/, by their names at the site's root, in NFC. The folder may be missing. */
export async function readPublicFiles(folder = PUBLIC): Promise<Map<string, Uint8Array>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = new Map<string, Uint8Array>()
  for (const entry of entries) {
    if (OF_SYSTEM.test(entry.name) || !(await isFile(entry))) continue
    const name = nameIn(folder, join(entry.parentPath, entry.name))
    const body = await readFile(join(folder, name)).catch(({ message }: Error) => {
      throw new UserError(`shared/site/public/${name}: ${message}`)
    })
    files.set(name.normalize(), body)
  }
  return files
}

async function isFile(entry: Dirent): Promise<boolean> {
  if (!entry.isSymbolicLink()) return entry.isFile()
  const target = await stat(join(entry.parentPath, entry.name)).catch(() => undefined)
  return target?.isFile() === true // Emacs locks a file by a link without a target.
}
