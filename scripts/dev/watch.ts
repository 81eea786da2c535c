import { watch } from 'node:fs'
import { join } from 'node:path'
import { UserError } from '../../server/errors.ts'

/** In milliseconds: some editors empty a file before they write it. */
const DEBOUNCE = 10

interface Listeners {
  /** Told at once of the files that were edited, also during a build. */
  onEdit(files: ReadonlySet<string>): void
  /** Builds what was edited since the last call. It must not reject. */
  build(files: ReadonlySet<string>): Promise<void>
}

export interface Builds {
  /** Resolves when the last edit is built. */
  settled(): Promise<void>
}

/** Builds now and after each change below the folders, and never twice at a time. */
export function buildOnChange(folders: readonly string[], { onEdit, build }: Listeners): Builds {
  /** Since the editor was heard last. */
  let edited = new Set<string>()
  let unbuilt = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let building: Promise<void> | undefined

  const buildAll = async () => {
    do {
      const files = unbuilt
      unbuilt = new Set()
      await build(files)
    } while (unbuilt.size > 0)
    building = undefined
  }
  const tell = () => {
    timer = undefined
    onEdit(edited)
    unbuilt = unbuilt.union(edited)
    edited = new Set()
    building ??= buildAll()
  }
  for (const folder of folders)
    watch(folder, { recursive: true }, (_event, name) => {
      edited.add(join(folder, name ?? ''))
      timer ??= setTimeout(tell, DEBOUNCE)
    }).on('error', error => {
      throw new UserError(`${folder} is no longer watched, start npm run dev again: ${error.message}`)
    })
  building = buildAll()

  return {
    async settled() {
      while (timer || building) await (building ?? new Promise(resolve => setTimeout(resolve, DEBOUNCE)))
    },
  }
}
