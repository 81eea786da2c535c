import { readdirSync, statSync, watch } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/** In milliseconds: how often all files are compared. */
const LOOK = 1000
/** In milliseconds: some editors empty a file before they write it. */
const SETTLE = 10

/**
 * Calls `build` now and after each change below the folders, and never twice at a time. The system tells of a change at
 * once, but not on every file system, so all files are also compared every second.
 */
export async function buildOnChange(folders: string[], build: () => Promise<void>): Promise<void> {
  let building = false
  let built = ''
  const check = async () => {
    if (building) return
    building = true
    try {
      for (let found = look(folders); found !== built; found = look(folders)) {
        built = found
        await build()
      }
    } finally {
      building = false
    }
  }
  const onEvent = () => delay(SETTLE).then(check)
  for (const folder of folders) watch(folder, { recursive: true }, onEvent)
  setInterval(check, LOOK)
  await check()
}

/** The names of all files, with their sizes and when they were changed. */
function look(folders: string[]): string {
  const names = folders.flatMap(folder =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(name => join(folder, name)),
  )
  const states = names.map(name => {
    const { mtimeMs, size } = statSync(name, { throwIfNoEntry: false }) ?? {}
    return `${name} ${mtimeMs} ${size}`
  })
  return states.join('\n')
}
