import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { nameIn } from '../../server/lib/file-names.ts'
import { root } from './root.ts'

/** A file's path on the disk. A Mac may write an accent as a separate character (NFD), an editor as part of one (NFC). */
export function pathOnDisk(file: string): string | undefined {
  const name = nameIn(root, file)
  const spellings = [name, name.normalize('NFC'), name.normalize('NFD')]
  return spellings.map(spelling => resolve(root, spelling)).find(existsSync)
}
