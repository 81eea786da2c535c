import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { UserError } from '../../server/lib/errors.ts'
import { fileErrorOf } from './file-errors.ts'

/** Writes a file, and makes its folder where that is missing. */
export async function outputFile(file: string, body: string | Uint8Array): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  try {
    await writeFile(file, body)
  } catch (error) {
    // Node does not say which file a full disk refuses.
    const cure = fileErrorOf(Object.assign(error as NodeJS.ErrnoException, { path: file }))
    throw cure === undefined ? error : new UserError(cure)
  }
}
