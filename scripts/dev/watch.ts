import { watch } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { UserError } from '../../server/errors.ts'

/** In milliseconds: some editors empty a file before they write it. */
const DEBOUNCE = 10

/** Calls `build` now and after each change below the folders, and never twice at a time. */
export async function buildOnChange(folders: readonly string[], build: () => Promise<void>): Promise<void> {
  let hasChanged = true
  let isBuilding = false
  const buildChanged = async () => {
    if (isBuilding) return
    isBuilding = true
    try {
      while (hasChanged) {
        hasChanged = false
        await build()
        await delay(DEBOUNCE)
      }
    } finally {
      isBuilding = false
    }
  }
  const onEvent = async () => {
    hasChanged = true
    await delay(DEBOUNCE)
    await buildChanged()
  }
  for (const folder of folders)
    watch(folder, { recursive: true }, onEvent).on('error', error => {
      throw new UserError(`${folder} is no longer watched, start npm run dev again: ${error.message}`)
    })
  await buildChanged()
}
