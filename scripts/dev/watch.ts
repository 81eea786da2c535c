import { watch } from 'node:fs'
import { UserError } from '../../server/errors.ts'

/** In milliseconds: some editors empty a file before they write it. */
const DEBOUNCE = 10

/** Calls `build` now and after each change below the folders, and never twice at a time. It must not reject. */
export async function buildOnChange(folders: readonly string[], build: () => Promise<void>): Promise<void> {
  let hasChanged = true
  let isBuilding = false
  const buildChanged = async () => {
    if (isBuilding) return
    isBuilding = true
    while (hasChanged) {
      await new Promise(resolve => setTimeout(resolve, DEBOUNCE))
      hasChanged = false
      await build()
    }
    isBuilding = false
  }
  const onEvent = async () => {
    hasChanged = true
    await buildChanged()
  }
  for (const folder of folders)
    watch(folder, { recursive: true }, onEvent).on('error', error => {
      throw new UserError(`${folder} is no longer watched, start npm run dev again: ${error.message}`)
    })
  await buildChanged()
}
