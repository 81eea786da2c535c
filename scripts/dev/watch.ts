import { unwatchFile, watch, watchFile } from 'node:fs'
import { sep } from 'node:path'
import { UserError } from '../../server/errors.ts'

/** In milliseconds: some editors empty a file before they write it. */
const DEBOUNCE = 10

/** In milliseconds, between two looks at a file outside of the folders: an editor may replace it by another one. */
const INTERVAL = 100

/**
 * Calls `build` now and after each change below the folders, and never twice at a time. It must not reject, and may resolve
 * to files elsewhere, after whose edits it is called, too.
 */
export async function buildOnChange(
  folders: readonly string[],
  build: () => Promise<readonly string[] | undefined>,
): Promise<void> {
  let hasChanged = true
  let isBuilding = false
  let followed = new Set<string>()
  const buildChanged = async () => {
    if (isBuilding) return
    isBuilding = true
    while (hasChanged) {
      await new Promise(resolve => setTimeout(resolve, DEBOUNCE))
      hasChanged = false
      follow(await build())
    }
    isBuilding = false
  }
  const onEvent = async () => {
    hasChanged = true
    await buildChanged()
  }
  const follow = (files: readonly string[] | undefined) => {
    if (!files) return // The build has failed, and its files are those of the last one.
    const isElsewhere = (file: string) => !folders.some(folder => file.startsWith(folder + sep))
    const elsewhere = new Set(files.filter(isElsewhere))
    for (const file of followed.difference(elsewhere)) unwatchFile(file, onEvent)
    for (const file of elsewhere.difference(followed)) watchFile(file, { interval: INTERVAL }, onEvent)
    followed = elsewhere
  }
  for (const folder of folders)
    watch(folder, { recursive: true }, onEvent).on('error', error => {
      throw new UserError(`${folder} is no longer watched, start npm run dev again: ${error.message}`)
    })
  await buildChanged()
}
