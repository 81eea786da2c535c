import { vi } from 'vitest'
import { cleanEnvironment, type User } from './copy-project.ts'
import { launch } from './process.ts'

/** Runs a command in a copy. Resolves when it says where it listens, and rejects where it ends. */
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

const V8_FLAGS = ['--heap-growing-percent=10', '--semi-space-growth-factor=1']

/** What `npm run dev` runs, in a copy. */
export const runDev = (folder: string, env?: NodeJS.ProcessEnv) =>
  runServing(
    folder,
    process.execPath,
    ['--import', './scripts/load-env.mjs', '--import', 'tsx', ...V8_FLAGS, 'scripts/dev.ts'],
    env,
  )
