import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { vi } from 'vitest'
import { BUILT_AT } from './build-fixture.ts'
import { addFixture, copyProject, editFile } from './copy-project.ts'

/** A copy of the fixture's project to make mistakes in. This process builds it, because starting one takes longer than a build. */
export async function copyToBreak() {
  const folder = copyProject()
  addFixture(folder)
  const { buildSite, prerenderSite }: typeof import('../../scripts/write/write-site.ts') = await import(
    join(folder, 'scripts/write/write-site.ts')
  )
  const { explain }: typeof import('../../scripts/lib/explain-error.ts') = await import(
    join(folder, 'scripts/lib/explain-error.ts')
  )
  const undo: (() => void)[] = []

  /** Builds. Resolves to the error as a command reports it, and to the output before it. */
  async function run(build: () => Promise<void>) {
    vi.stubEnv('SOURCE_DATE_EPOCH', `${BUILT_AT}`)
    const printed = [vi.spyOn(console, 'warn').mockReturnValue(), vi.spyOn(console, 'log').mockReturnValue()]
    const refusal = await build().then(() => undefined, explain)
    return { refusal, printed: printed.flatMap(({ mock }) => mock.calls.flat()) }
  }

  return {
    folder,
    edit: (file: string, from: RegExp | string, to: string) =>
      void undo.push(editFile(folder, file, from, to)),
    /** Writes a new file. */
    add: (file: string, text: string) => {
      const path = join(folder, file)
      const made = mkdirSync(dirname(path), { recursive: true }) ?? path
      writeFileSync(path, text)
      undo.push(() => rmSync(made, { recursive: true }))
    },
    /** Undoes a test's edits and new files. */
    restore: () => {
      for (const step of undo.splice(0).reverse()) step()
    },
    build: () => run(buildSite),
    prerender: () => run(prerenderSite),
    /** Builds. Resolves to the error message, the source locations in it, and whether it has a stack. */
    refused: async () => {
      const { refusal = '' } = await run(buildSite)
      const places = refusal.match(/^ +shared\/site\/.+:\d+:\d+:$/gm)?.map(place => place.trim())
      return { refusal, places, hasStack: /^ +at /m.test(refusal) }
    },
  }
}
