// Makes a copy of the project that of the fixture's company, and runs there what that company runs: its edits may turn
// nothing red. `.ci/run` calls it.
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { cleanEnvironment, copyProject, layFixture } from './copy-project.ts'

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
const cwd = copyProject()
process.once('exit', () => rmSync(cwd, { recursive: true, force: true, maxRetries: 5 }))
layFixture(cwd)
const { status } = spawnSync('npm test', { cwd, env: cleanEnvironment(), shell: true, stdio: 'inherit' })
process.exitCode = status ?? 1
