import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { BuiltFiles } from '../../scripts/bundle/collect-files.ts'
import { outputFile } from '../../scripts/lib/output-file.ts'

/** Returns a function that makes a folder equal to a build. It writes only the files that have changed since the last call. */
export function createWriter(folder: string): (files: BuiltFiles) => Promise<void> {
  let written: BuiltFiles = new Map()

  return async files => {
    const last = written
    const gone = [...last.keys()].filter(name => !files.has(name))
    const changed = [...files].filter(([name, body]) => !isSame(last.get(name), body))
    written = new Map() // If writing fails, the next call writes everything.
    await Promise.all(gone.map(name => rm(join(folder, name), { force: true })))
    await Promise.all(changed.map(([name, body]) => outputFile(join(folder, name), body)))
    written = files
  }
}

/** Whether a file's content is the same as before. */
export const isSame = (last: Uint8Array | undefined, body: Uint8Array) =>
  last !== undefined && Buffer.compare(last, body) === 0
