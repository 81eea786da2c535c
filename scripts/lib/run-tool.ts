import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { constants, setPriority } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { root } from './root.ts'

const require = createRequire(import.meta.url)

export const isTerminal = process.stdout.isTTY === true

/** Runs a package's command in Node. Resolves to its output, and whether it succeeded. */
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
  return { output: output.join('').trim(), hasPassed: code === 0 }
}
