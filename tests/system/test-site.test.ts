// npm run test:site -- --watch prerenders and tests a site again after each edit.
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { addFixture, cleanEnvironment, copyProject, editFile } from '../support/copy-project.ts'
import { launch } from '../support/process.ts'
import { until } from '../support/until.ts'

const PAGE = 'shared/site/pages/prices.tsx'

const folder = copyProject({ withTests: true })
addFixture(folder)
const vitest = join(folder, 'node_modules/vitest/vitest.mjs')
const { written } = launch(process.execPath, [vitest, 'run', '--project', 'site', '--watch', 'prices'], {
  cwd: folder,
  env: cleanEnvironment(),
})

/** Waits for the end of the next run. Resolves to its output. */
let read = 0
async function nextRun(): Promise<string> {
  await until(() => expect(written.stdout.slice(read)).toMatch(/(Waiting|Watching) for file changes/))
  const output = stripVTControlCharacters(written.stdout.slice(read))
  read = written.stdout.length
  return output
}

test('watch mode prerenders and tests after each edit, and prints why a prerender fails', async () => {
  expect(await nextRun()).toMatch(/Tests +2 passed/)
  const undo = editFile(folder, PAGE, 'Ein Tag mehr', 'Ein Tag weniger')
  expect(await nextRun()).toMatch(/Tests +1 failed \| 1 passed/)
  editFile(folder, PAGE, 'Ein Tag weniger', "{[].map.call('kaputt')}")
  await until(() => expect(written.stderr).toMatch(/\/tagessaetze: .*undefined is not a function/))
  undo()
  expect(await nextRun()).toMatch(/Tests +2 passed/)
})
