import { watch } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

/** In milliseconds: some editors empty a file before they write it. */
const SETTLE = 10

/** Calls `build` now and after each change below the folders, and never twice at a time. */
export async function buildOnChange(folders: readonly string[], build: () => Promise<void>): Promise<void> {
  let changed = true
  let building = false
  const buildChanged = async () => {
    if (building) return
    building = true
    for (; changed; await delay(SETTLE)) {
      changed = false
      await build()
    }
    building = false
  }
  const onEvent = async () => {
    changed = true
    await delay(SETTLE)
    await buildChanged()
  }
  for (const folder of folders) watch(folder, { recursive: true }, onEvent)
  await buildChanged()
}
