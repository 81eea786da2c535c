import { expect, onTestFinished } from 'vitest'
import { editFile } from '../../../../tests/support/copy-project.ts'
import { runDev } from '../../../../tests/support/run-dev.ts'
import { until } from '../../../../tests/support/until.ts'

export type DevServer = Awaited<ReturnType<typeof startDev>>

/** Runs `npm run dev` in a copy until the tests of the file have ended. */
export async function startDev(folder: string) {
  const { url, written } = await runDev(folder)
  /** The version of the build that is served. */
  const version = async () => {
    const html = await (await fetch(url)).text()
    return /dev\/events\?([\w-]+)/.exec(html)?.[1] ?? html
  }
  const unedited = await version()
  return {
    url,
    /** The output of the command so far. */
    written,
    /** Resolves when a build with an edit is served. */
    isEdited: () => until(async () => expect(await version()).not.toBe(unedited)),
    /** Edits a file until the test ends or the returned function is called. The next test starts with the original build. */
    edit(file: string, from: string | RegExp, to: string): () => void {
      const undo = editFile(folder, file, from, to)
      onTestFinished(async () => {
        undo()
        await until(async () => expect(await version()).toBe(unedited))
      })
      return undo
    },
  }
}
