// Turns a copy of the project into the fixture company's repository, and runs its tests with the engine's tests and
// without them: nothing that a company edits may break the engine's tests. `.ci/run` calls it.
import { spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { addFixture, cleanEnvironment, copyProject, editFile, leaveOutEngineTests } from './copy-project.ts'

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
const cwd = copyProject({ withTests: true })
process.once('exit', () => rmSync(cwd, { recursive: true, force: true, maxRetries: 5 }))
addFixture(cwd)
// A page that shows a variable that is set only in .env.
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
