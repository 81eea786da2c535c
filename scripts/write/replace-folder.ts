import { chmodSync, existsSync, renameSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { UserError } from '../../server/errors.ts'
import { isRunning } from '../lib/is-running.ts'

/** What replaceFolder needs of the system. */
export interface FileSystem {
  rename(from: string, to: string): void
  remove(folder: string): Promise<void>
  /** Whether a process with this id is running. */
  isRunning(pid: number): boolean
}

export const FILE_SYSTEM: FileSystem = {
  rename: renameSync,
  // After `fill` has failed, some of its files may still be written.
  remove: folder => rm(folder, { recursive: true, force: true, maxRetries: 9 }),
  isRunning,
}

/**
 * Replaces a folder: `fill` writes into a temporary folder beside it, which is renamed only after success. The folder is
 * missing only between two renames, for some microseconds. Where that fails, the old one is put back; where the process
 * is killed there, by the next run.
 */
export async function replaceFolder(
  folder: string,
  fill: (fresh: string) => Promise<void>,
  system: FileSystem = FILE_SYSTEM,
): Promise<void> {
  await cleanUp(folder, system)
  process.umask(0o022) // Readable for a proxy that runs as another user.
  const fresh = await mkdtemp(`${folder}-${process.pid}-`)
  const old = oldOf(fresh)
  try {
    await fill(fresh)
    chmodSync(fresh, 0o755)
    swap(folder, fresh, old, system)
  } finally {
    await system.remove(fresh)
    // Without the folder, this is the only copy.
    if (existsSync(folder)) await system.remove(old)
  }
}

/** Where a run keeps the old folder while the fresh one takes its place. */
const oldOf = (fresh: string) => `${fresh}-old`

/** Puts the fresh folder in the place of the old one. */
function swap(folder: string, fresh: string, old: string, { rename }: FileSystem): void {
  const hasMoved = moveAway(folder, old, rename)
  try {
    rename(fresh, folder)
  } catch (error) {
    if (existsSync(folder))
      throw new UserError(`${folder} has been replaced by another run at the same time: run this again`)
    if (hasMoved) rename(old, folder)
    throw error
  }
}

/** Returns whether the folder was there. */
function moveAway(folder: string, old: string, rename: FileSystem['rename']): boolean {
  try {
    rename(folder, old)
    return true
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false
    throw error
  }
}

/** Puts the old folder back where a run was killed between its two renames, and removes what killed runs have left. */
async function cleanUp(folder: string, system: FileSystem): Promise<void> {
  const left: string[] = []
  for (const name of await readdir(dirname(folder))) {
    const pid = pidOf(name, basename(folder))
    if (pid !== undefined && !system.isRunning(pid)) left.push(join(dirname(folder), name))
  }
  const old = left.find(path => path.endsWith(oldOf('')))
  if (old && !existsSync(folder)) system.rename(old, folder)
  for (const path of left) await system.remove(path)
}

/** The id of the process that has made a temporary folder, from its name. */
function pidOf(name: string, folderName: string): number | undefined {
  if (!name.startsWith(folderName)) return undefined
  const [, pid] = /^-(\d+)-\w{6}(-old)?$/.exec(name.slice(folderName.length)) ?? []
  return pid === undefined ? undefined : Number(pid)
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code
