import { readFile } from 'node:fs/promises'

/** Reads a file. Node can't read one of more than 2 GiB, and a site shouldn't send one. */
export async function readWhole(file: string): Promise<Buffer> {
  try {
    return await readFile(file)
  } catch (error) {
    const isTooLarge = error instanceof Error && 'code' in error && error.code === 'ERR_FS_FILE_TOO_LARGE'
    if (!isTooLarge) throw error
    throw new Error('this file has more than 2 GiB: put it on a host for large files, and link to it there')
  }
}
