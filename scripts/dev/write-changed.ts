import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { outputFile } from '../lib/output-file.ts'

export type Files = ReadonlyMap<string, Uint8Array>

/** Returns what makes a folder that of a build: it writes the files that have changed since the last call. */
export function createWriter(folder: string): (files: Files) => Promise<void> {
  const written = new Map<string, Uint8Array>()

  async function write(name: string, body: Uint8Array): Promise<void> {
    const last = written.get(name)
    if (last && Buffer.compare(last, body) === 0) return
    await outputFile(join(folder, name), body)
    written.set(name, body)
  }

  async function remove(name: string): Promise<void> {
    await rm(join(folder, name), { force: true })
    written.delete(name)
  }

  return async files => {
    const gone = [...written.keys()].filter(name => !files.has(name))
    await Promise.all(gone.map(remove))
    await Promise.all(Array.from(files, ([name, body]) => write(name, body)))
  }
}
