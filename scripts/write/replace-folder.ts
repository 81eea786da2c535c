import { chmodSync, existsSync, renameSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { UserError } from '../../server/errors.ts'
import { isRunning } from '../lib/is-running.ts'

/**
 * Replaces a folder: `fill` writes into a temporary folder beside it, which is renamed only after success. The folder is
 * missing only between two renames, for some microseconds. Where the second one fails, the old folder is put back. Where
 * the process is killed there, the folder is missing until the next prerender, which writes build/ and dist/ anew.
 */
export async function replaceFolder(folder: string, fill: (fresh: string) => Promise<void>): Promise<void> {
  await cleanUp(folder)
  process.umask(0o022) // Readable for a proxy that runs as another user.
  const fresh = await mkdtemp(`${folder}-${process.pid}-`)
  const old = `${fresh}-old`
  try {
    await fill(fresh)
    chmodSync(fresh, 0o755)
    swap(folder, fresh, old)
  } finally {
    await remove(fresh)
    await remove(old)
  }
}

/** After `fill` has failed, some of its files may still be written. */
const remove = (folder: string) => rm(folder, { recursive: true, force: true, maxRetries: 9 })

/** Puts the fresh folder in the place of the old one. */
function swap(folder: string, fresh: string, old: string): void {
  const hasMoved = moveAway(folder, old)
  try {
    renameSync(fresh, folder)
  } catch (error) {
    if (existsSync(folder))
      throw new UserError(`${folder} has been replaced by another run at the same time: run this again`)
    if (hasMoved) renameSync(old, folder)
    throw error
  }
}

/** Returns whether the folder was there. */
function moveAway(folder: string, old: string): boolean {
  try {
    renameSync(folder, old)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}

/** Removes what runs that were killed have left. */
async function cleanUp(folder: string): Promise<void> {
  for (const name of await readdir(dirname(folder))) {
    const pid = pidOf(name, basename(folder))
    if (pid !== undefined && !isRunning(pid)) await remove(join(dirname(folder), name))
  }
}

/** The id of the process that has made a temporary folder, from its name. */
function pidOf(name: string, folderName: string): number | undefined {
  if (!name.startsWith(folderName)) return undefined
  const [, pid] = /^-(\d+)-\w{6}(-old)?$/.exec(name.slice(folderName.length)) ?? []
  return pid === undefined ? undefined : Number(pid)
}
