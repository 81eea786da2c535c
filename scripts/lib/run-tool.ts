import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { constants, setPriority } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { stripVTControlCharacters } from 'node:util'
import { CACHE_FOLDER } from './build-cache.ts'
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

/** Two options that the engine's code follows, and that few sites know. */
const LENIENT = ['--noUncheckedIndexedAccess', 'false', '--exactOptionalPropertyTypes', 'false']

/** Matches an error's file, such as shared/site/home.tsx(1,2) or, in a terminal, shared/site/home.tsx:1:2. */
const PLACE = /^(\S+?)(?:\(\d+,\d+\)|:\d+:\d+)/gm

/** Runs the type checker. If only a site's files have errors, it runs once more, without the options that few sites know. */
export async function checkTypes() {
  const strict = await runCompiler('types.tsbuildinfo', [])
  const places = Array.from(stripVTControlCharacters(strict.output).matchAll(PLACE), ([, file = '']) => file)
  const isOfSite = places.length > 0 && places.every(file => /^(shared|server)\/site\//.test(file))
  return isOfSite ? runCompiler('lenient.tsbuildinfo', LENIENT) : strict
}

/**
 * The compiler rechecks only changed files and their dependents:
 * https://www.typescriptlang.org/tsconfig/#incremental
 */
const runCompiler = (buildInfo: string, options: readonly string[]) =>
  runTool('typescript', 'tsc', [
    '--incremental',
    '--tsBuildInfoFile',
    join(CACHE_FOLDER, buildInfo),
    '--pretty',
    String(isTerminal),
    ...options,
  ])
