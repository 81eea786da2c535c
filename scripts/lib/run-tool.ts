import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { constants, setPriority } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { CACHE_FOLDER } from './build-cache.ts'
import { root } from './root.ts'

const require = createRequire(import.meta.url)

export const isTerminal = process.stdout.isTTY === true

/** Runs the command of a package in Node. Resolves to its output, and whether it succeeded. */
export async function runTool(name: string, command: string, args: readonly string[]) {
  const file = require.resolve(`${name}/package.json`)
  const { bin } = JSON.parse(readFileSync(file, 'utf8'))
  const program = join(dirname(file), bin[command])
  const child = spawn(process.execPath, [program, ...args], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = once(child, 'close')
  // A server that renders a page at the same time goes first.
  if (child.pid) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
  const output = await Promise.all([text(child.stdout), text(child.stderr)])
  const [code] = await ended
  return { output: output.join('').trim(), isRight: code === 0 }
}

/** The compiler only checks again what has changed since the last time, and what depends on that: https://www.typescriptlang.org/tsconfig/#incremental */
const INCREMENTAL = ['--incremental', '--tsBuildInfoFile', join(CACHE_FOLDER, 'types.tsbuildinfo')]

/** Runs the type checker. */
export const checkTypes = () => runTool('typescript', 'tsc', [...INCREMENTAL, '--pretty', String(isTerminal)])
