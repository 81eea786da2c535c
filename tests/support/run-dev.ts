import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { vi } from 'vitest'
import { cleanEnvironment, type User } from './copy-project.ts'
import { root } from './folders.ts'
import { leaveOut } from './needs.ts'
import { launch } from './process.ts'

/** Runs a command in a copy. Resolves when it prints where it listens, and rejects if it exits. */
export async function runServing(
  cwd: string,
  command: string,
  args: string[],
  env: NodeJS.ProcessEnv = {},
  user: User = {},
) {
  const whole = { ...cleanEnvironment(), PORT: '0', ...env }
  const program = launch(command, args, { cwd, env: whole, killSignal: 'SIGTERM', ...user })
  const urlIn = () => /http:\/\/127\.0\.0\.1:\d+/.exec(program.written.stdout)?.[0]
  const url = await Promise.race([vi.waitUntil(urlIn, 60_000), program.failed])
  return { ...program, url }
}

const devIn = (folder: string): string | undefined =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).scripts.dev

/** Options for tests that run `npm run dev`. */
export const needsDev = () => leaveOut(!devIn(root), 'npm run dev is of a feature that was deleted')

/** Runs the command of `npm run dev` in a copy. */
export function runDev(folder: string, env?: NodeJS.ProcessEnv) {
  const args = devIn(folder)?.replace('--import ./scripts/end-with-npm.mjs ', '').split(' ').slice(1)
  return runServing(folder, process.execPath, args ?? [], env)
}
