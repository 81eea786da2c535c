import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'

const made = new Map<string, Promise<unknown>>()

/** Makes the folder of a file, once. */
export function makeFolderOf(file: string): Promise<unknown> {
  const folder = dirname(file)
  const making = made.get(folder) ?? mkdir(folder, { recursive: true })
  made.set(folder, making)
  return making
}

/** Writes files, given by their path in a folder; `write` writes one. */
export const writeFiles = <Body>(
  files: Iterable<readonly [string, Body]>,
  folder: string,
  write: (file: string, body: Body, name: string) => Promise<unknown>,
): Promise<unknown> =>
  Promise.all(
    [...files].map(async ([name, body]) => {
      const file = join(folder, name)
      await makeFolderOf(file)
      await write(file, body, name)
    }),
  )
