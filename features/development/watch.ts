import { unwatchFile, watch, watchFile } from 'node:fs'
import { join, sep } from 'node:path'
import { UserError } from '../../server/lib/errors.ts'

/** Edits within this time count as one. Some editors empty a file before they write it. */
const BATCH_MS = 10

/** How often to check a file outside the folders. A poll also notices that an editor has replaced the file. */
const POLL_INTERVAL_MS = 100

interface Listeners {
  /** Called at once with the edited files, even during a build. */
  onEdit(files: ReadonlySet<string>): void
  /**
   * Called with the files that were edited since the last call. It may resolve to files elsewhere, which are then watched, too.
   * If it rejects, the error is printed, and the next edit calls it again.
   */
  build(files: ReadonlySet<string>): Promise<readonly string[] | undefined>
}

/**
 * Builds now and after each change below the folders, one build at a time. Returns a function whose promise resolves when the
 * last edit is built.
 */
export function buildOnChange(folders: readonly string[], { onEdit, build }: Listeners): () => Promise<void> {
  /** The edited files that onEdit() hasn't got yet. */
  let edited = new Set<string>()
  /** The edited files that onEdit() has got since the last build began. */
  let unbuilt = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let building: Promise<void> | undefined
  /** The watched files outside the folders. */
  let followed = new Set<string>()

  const buildAll = async () => {
    do {
      const files = unbuilt
      unbuilt = new Set()
      await build(files).then(follow).catch(console.error)
    } while (unbuilt.size > 0)
    building = undefined
  }
  const startBuild = () => {
    timer = undefined
    onEdit(edited)
    unbuilt = unbuilt.union(edited)
    edited = new Set()
    building ??= buildAll()
  }
  const noteEdit = (file: string) => {
    edited.add(file)
    timer ??= setTimeout(startBuild, BATCH_MS)
  }
  const follow = (files: readonly string[] | undefined) => {
    if (!files) return // The build has failed, so the last good build's files stay watched.
    const isElsewhere = (file: string) => !folders.some(folder => file.startsWith(folder + sep))
    const elsewhere = new Set(files.filter(isElsewhere))
    for (const file of followed.difference(elsewhere)) unwatchFile(file)
    for (const file of elsewhere.difference(followed))
      watchFile(file, { interval: POLL_INTERVAL_MS }, () => noteEdit(file))
    followed = elsewhere
  }
  for (const folder of folders)
    watch(folder, { recursive: true }, (_event, name) => noteEdit(join(folder, name ?? ''))).on(
      'error',
      error => {
        throw new UserError(`${folder} is no longer watched: ${error.message}. Start npm run dev again`)
      },
    )
  building = buildAll()

  return async function settled() {
    while (timer || building) await (building ?? new Promise(resolve => setTimeout(resolve, BATCH_MS)))
  }
}
