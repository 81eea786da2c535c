import { chmodSync, existsSync, renameSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/**
 * Makes a folder anew: `fill` writes into another one beside it, which takes its place only when all went well. The
 * folder is missing only between two renames, for some microseconds.
 */
export async function replaceFolder(folder: string, fill: (fresh: string) => Promise<void>): Promise<void> {
  await sweep(folder)
  process.umask(0o022) // Everybody may read it: a proxy runs as another user.
  const fresh = await mkdtemp(`${folder}-${process.pid}-`)
  const old = `${fresh}-old`
  try {
    await fill(fresh)
    chmodSync(fresh, 0o755)
    if (existsSync(folder)) renameSync(folder, old)
    renameSync(fresh, folder)
  } finally {
    // Where `fill` has failed, some of its files may still be on their way.
    for (const left of [fresh, old]) await rm(left, { recursive: true, force: true, maxRetries: 9 })
  }
}

/** Removes what runs that were killed left beside a folder. The name of what they left holds the id of their process. */
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
