import { chmodSync, existsSync, renameSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/**
 * Replaces a folder atomically: `fill` writes into a temporary folder beside it, which is renamed only after success. The
 * folder is missing only between two renames, for some microseconds.
 */
export async function replaceFolder(folder: string, fill: (fresh: string) => Promise<void>): Promise<void> {
  await sweep(folder)
  process.umask(0o022) // Readable for a proxy that runs as another user.
  const fresh = await mkdtemp(`${folder}-${process.pid}-`)
  const old = `${fresh}-old`
  try {
    await fill(fresh)
    chmodSync(fresh, 0o755)
    if (existsSync(folder)) renameSync(folder, old)
    renameSync(fresh, folder)
  } finally {
    // After `fill` has failed, some of its files may still be written.
    for (const left of [fresh, old]) await rm(left, { recursive: true, force: true, maxRetries: 9 })
  }
}

/** Removes the temporary folders of killed runs. Their names contain the id of the process. */
async function sweep(folder: string): Promise<void> {
  for (const name of await readdir(dirname(folder))) {
    const [, pid] = /^-(\d+)-\w{6}(-old)?$/.exec(name.replace(basename(folder), '')) ?? []
    if (pid && !isRunning(Number(pid)))
      await rm(join(dirname(folder), name), { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' // It belongs to another user.
  }
}
