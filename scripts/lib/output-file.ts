import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { UserError } from '../../server/lib/errors.ts'
import { fileErrorOf } from './file-errors.ts'

/** Writes a file, and creates its folder if that's missing. */
export async function outputFile(file: string, body: string | Uint8Array): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  try {
    await writeFile(file, body)
  } catch (error) {
    // Node's error doesn't name the file if the disk is full.
    const cure = fileErrorOf(Object.assign(error as NodeJS.ErrnoException, { path: file }))
    throw cure === undefined ? error : new UserError(cure)
  }
}
