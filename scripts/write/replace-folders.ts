import { chmodSync, existsSync, renameSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { readableStack, UserError } from '../../server/lib/errors.ts'
import { isRunning } from '../lib/is-running.ts'

interface Replacement {
  folder: string
  fresh: string
  /** The old folder's path until it's removed, or put back. */
  old: string
}

/**
 * Replaces all of these folders, or none: `fill` writes into temporary folders next to them, which are renamed only after
 * success. All old folders are moved away before the first new one is put in, so old and new ones never exist side by side: for
 * some microseconds they're missing. If a rename fails, the old ones are put back. If the process is killed at that moment, or
 * one can't be put back, they're missing until the next run.
 */
export async function replaceFolders(
  folders: readonly string[],
  fill: (...fresh: string[]) => Promise<void>,
): Promise<void> {
  process.umask(0o022) // A proxy that runs as a different user can read the files.
  const replacements: Replacement[] = []
  try {
    for (const folder of folders) {
      await cleanUp(folder)
      const fresh = await mkdtemp(`${folder}-${process.pid}-`)
      replacements.push({ folder, fresh, old: `${fresh}-old` })
    }
    await fill(...replacements.map(({ fresh }) => fresh))
    for (const { fresh } of replacements) chmodSync(fresh, 0o755)
    swap(replacements)
  } catch (error) {
    // Resolve the stack now, while the failed build's source map still exists.
    if (error instanceof Error && error.stack) error.stack = readableStack(error.stack)
    throw error
  } finally {
    for (const { fresh, old } of replacements) {
      await remove(fresh)
      await remove(old)
    }
  }
}

/** Removes a folder, and retries: after `fill` has failed, some of its files may still be written. */
const remove = (folder: string) => rm(folder, { recursive: true, force: true, maxRetries: 9 })

/** Replaces the old folders with the fresh ones. */
function swap(replacements: readonly Replacement[]): void {
  const undo: (() => void)[] = []
  try {
    for (const { folder, old } of replacements)
      if (moveAway(folder, old)) undo.push(() => putBack(old, folder))
    for (const { folder, fresh } of replacements) {
      putIn(fresh, folder)
      undo.push(() => renameSync(folder, fresh))
    }
  } catch (error) {
    for (const step of undo.reverse()) step()
    throw error
  }
}

/** Moves a folder away. Returns whether it existed. */
function moveAway(folder: string, old: string): boolean {
  try {
    renameSync(folder, old)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}

function putIn(fresh: string, folder: string): void {
  try {
    renameSync(fresh, folder)
  } catch (error) {
    if (!existsSync(folder)) throw error
    throw new UserError(`${folder} has been replaced by another run at the same time: run this again`)
  }
}

/** Puts an old folder back, unless another run has put its own there. */
function putBack(old: string, folder: string): void {
  if (!existsSync(folder)) renameSync(old, folder)
}

/** Removes the temporary folders of runs that were killed. */
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
