import { createHash, hash, randomUUID } from 'node:crypto'
import { readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from './root.ts'
import { writeInFolder } from './write-file.ts'

const folder = join(root, 'node_modules/.cache/site')

/** npm's list of what is installed: another version of a library may make something else of the same inputs. */
const libraries = readFile(join(root, 'node_modules/.package-lock.json'))
  .then(list => hash('sha256', list, 'buffer'))
  .catch(() => undefined)

/** Returns what an earlier build has made of the same inputs, or calls `make`. Its result must depend on the inputs alone. */
export async function cached(inputs: (string | Uint8Array)[], make: () => Promise<Uint8Array>) {
  const installed = await libraries
  if (!installed) return make()
  const sum = createHash('sha256')
  for (const input of [process.version, installed, ...inputs]) sum.update(input).update('\0')
  const file = join(folder, sum.digest('hex'))
  const kept = await readFile(file).catch(() => undefined)
  if (kept) return kept
  const made = await make()
  // Written under another name and renamed: a concurrent reader never sees a part of the file.
  const fresh = `${file}.${randomUUID()}`
  await writeInFolder(fresh, made)
  await rename(fresh, file)
  return made
}
