import { hash } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { CACHE_FOLDER } from '../../scripts/lib/build-cache.ts'
import { isRunning } from '../../scripts/lib/is-running.ts'
import { root } from '../../scripts/lib/root.ts'

/** Vite's cache for this project. Its name contains the project's path, so that a copy has its own cache. */
export const VITE_FOLDER = join(CACHE_FOLDER, `vite-${hash('sha256', root).slice(0, 8)}`)

/** The folder for a development server with this process id. */
export const developmentFolder = (pid: number, folder = CACHE_FOLDER) => join(folder, `dev-${pid}`)

/** Removes the folders of development servers that were killed. */
export async function removeAbandonedFolders(folder = CACHE_FOLDER, isAlive = isRunning): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const [, pid] = /^dev-(\d+)$/.exec(name) ?? []
    if (pid && !isAlive(Number(pid))) await rm(join(folder, name), { recursive: true, force: true })
  }
}
