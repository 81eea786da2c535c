import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Writes a file, and makes its folder where that is missing. */
export async function writeInFolder(file: string, body: string | Uint8Array): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, body).catch(error => {
    throw Object.assign(error, { path: file }) // Node does not say which file a full disk refuses.
  })
}
