// Makes a copy of the project that of the fixture's company, and runs there what that company runs, with the tests of the
// engine and without them: its edits may turn nothing red. `.ci/run` calls it.
import { spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cleanEnvironment, copyProject, editFile, layFixture, leaveOutEngineTests } from './copy-project.ts'

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
const cwd = copyProject({ withTests: true })
process.once('exit', () => rmSync(cwd, { recursive: true, force: true, maxRetries: 5 }))
layFixture(cwd)
// A page that shows a variable, which only the file .env has.
writeFileSync(join(cwd, '.env'), 'PUBLIC_PLACE=am Kanal\n')
editFile(
  cwd,
  'shared/site/pages/contact.tsx',
  '<CopyButton',
  '<b>{process.env.PUBLIC_PLACE}</b>\n      <CopyButton',
)
const run = (command: string) =>
  spawnSync(command, { cwd, env: cleanEnvironment(), shell: true, stdio: 'inherit' }).status ?? 1
const withThem = run('npm test')
leaveOutEngineTests(cwd)
const withoutThem = run('npm test')
process.exitCode = withThem || withoutThem
