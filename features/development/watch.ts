import { unwatchFile, watch, watchFile } from 'node:fs'
import { join, sep } from 'node:path'
import { UserError } from '../../server/lib/errors.ts'

/** What is edited in this time is one edit. Some editors empty a file before they write it. */
const BATCH_MS = 10

/** How often a file outside of the folders is looked at: an editor may replace it by another one. */
const POLL_INTERVAL_MS = 100

interface Listeners {
  /** Is called at once with the files that were edited, also during a build. */
  onEdit(files: ReadonlySet<string>): void
  /**
   * Builds what was edited since the last call. It may resolve to files elsewhere, whose edits are followed, too. What it
   * rejects with is printed, and the next edit is built.
   */
  build(files: ReadonlySet<string>): Promise<readonly string[] | undefined>
}

/**
 * Builds now and after each change below the folders, and never twice at a time. Returns a function whose promise resolves
 * when the last edit is built.
 */
export function buildOnChange(folders: readonly string[], { onEdit, build }: Listeners): () => Promise<void> {
  /** Of which onEdit() is not told yet. */
  let edited = new Set<string>()
  /** Of which onEdit() was told since the last build began. */
  let unbuilt = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let building: Promise<void> | undefined
  /** Files outside of the folders. */
  let followed = new Set<string>()

  const buildUnbuilt = async () => {
    const files = unbuilt
    unbuilt = new Set()
    follow(await build(files))
  }
  const buildAll = async () => {
    do await buildUnbuilt().catch(console.error)
    while (unbuilt.size > 0)
    building = undefined
  }
  const tell = () => {
    timer = undefined
    onEdit(edited)
    unbuilt = unbuilt.union(edited)
    edited = new Set()
    building ??= buildAll()
  }
  const hear = (file: string) => {
    edited.add(file)
    timer ??= setTimeout(tell, BATCH_MS)
  }
  const follow = (files: readonly string[] | undefined) => {
    if (!files) return // The build has failed, and its files are those of the last one.
    const isElsewhere = (file: string) => !folders.some(folder => file.startsWith(folder + sep))
    const elsewhere = new Set(files.filter(isElsewhere))
    for (const file of followed.difference(elsewhere)) unwatchFile(file)
    for (const file of elsewhere.difference(followed))
      watchFile(file, { interval: POLL_INTERVAL_MS }, () => hear(file))
    followed = elsewhere
  }
  for (const folder of folders)
    watch(folder, { recursive: true }, (_event, name) => hear(join(folder, name ?? ''))).on(
      'error',
      error => {
        throw new UserError(`${folder} is no longer watched, start npm run dev again: ${error.message}`)
      },
    )
  building = buildAll()

  return async function settled() {
    while (timer || building) await (building ?? new Promise(resolve => setTimeout(resolve, BATCH_MS)))
  }
}
