import { createHash, hash, randomUUID } from 'node:crypto'
import { readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { ENGINE_VERSION } from '../../server/version.ts'
import { outputFile } from './output-file.ts'
import { root } from './root.ts'

/** The cache folder that all commands share. */
export const CACHE_FOLDER = join(root, 'node_modules/.cache/site')

/** npm's list of the installed packages: a different version of a library may produce different output from the same inputs. */
const libraries = readFile(join(root, 'node_modules/.package-lock.json'))
  .then(list => hash('sha256', list, 'buffer'))
  .catch(() => undefined)

/** Returns the output that an earlier build made from the same inputs, or calls `make`. It must depend only on the inputs. */
export async function cached(
  inputs: (string | Uint8Array)[],
  make: () => Promise<Uint8Array>,
  folder = CACHE_FOLDER,
): Promise<Uint8Array> {
  const installed = await libraries
  if (!installed) return make()
  const sum = createHash('sha256')
  for (const input of [ENGINE_VERSION, process.version, installed, ...inputs]) sum.update(input).update('\0')
  const file = join(folder, sum.digest('hex'))
  const body = await readCached(file)
  if (body) return body
  const made = await make()
  // The file is written under a temporary name and renamed, so a concurrent reader never sees a part of it.
  const fresh = `${file}.${randomUUID()}`
  await outputFile(fresh, made)
  try {
    await rename(fresh, file)
  } catch (error) {
    await rm(fresh)
    // Windows doesn't replace a file that another build has open. That build has written the same content.
    if (!(await readCached(file))) throw error
  }
  return made
}

/** Reads a file from the cache, if it exists, and marks it as used. */
async function readCached(file: string): Promise<Uint8Array | undefined> {
  try {
    const body = await readFile(file)
    const now = new Date()
    await utimes(file, now, now)
    return body
  } catch {
    return undefined // It was never written, or another run has removed it.
  }
}

/** 30 days in milliseconds. */
const MAX_UNUSED_MS = 30 * 24 * 3_600_000

/** Removes the files that no build has used for 30 days. Folders there aren't a build's. */
export async function sweepCache(folder = CACHE_FOLDER): Promise<void> {
  const oldest = Date.now() - MAX_UNUSED_MS
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    const file = join(folder, entry.name)
    if (entry.isFile() && (await isUnusedSince(oldest, file))) await rm(file, { force: true })
  }
}

async function isUnusedSince(time: number, file: string): Promise<boolean> {
  const stats = await stat(file).catch(() => undefined) // Another run may remove it at the same time.
  return stats !== undefined && stats.mtimeMs < time
}
