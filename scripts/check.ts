import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { stripVTControlCharacters } from 'node:util'
import { CACHE_FOLDER } from './lib/build-cache.ts'
import { programOf } from './lib/program-of.ts'
import { root } from './lib/root.ts'

// npm run check: both tools say all that they find, and not only the first one. biome.check.json asks no format of the owner's files.

/** Runs a tool in Node. Resolves to what it says, and whether all is right. */
async function run(program: string, args: readonly string[]) {
  const child = spawn(process.execPath, [program, ...args], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = once(child, 'close')
  const output = await Promise.all([text(child.stdout), text(child.stderr)])
  const [code] = await ended
  return { output: output.join('').trim(), isRight: code === 0 }
}

/** What Biome says where npm run fix helps: of the format, and of a rule that it can correct, as that of imports. */
const CAN_BE_FIXED = /\bformat ━|Safe fix:/

const LINT = ['ci', '--config-path=biome.check.json', '--max-diagnostics=none']
/** The compiler looks again at what has changed since the last check and what depends on that, and at no more: https://www.typescriptlang.org/tsconfig/#incremental */
const INCREMENTAL = ['--incremental', '--tsBuildInfoFile', join(CACHE_FOLDER, 'types.tsbuildinfo')]

const isTerminal = process.stdout.isTTY === true
const [biome, types] = await Promise.all([
  run(programOf('@biomejs/biome', 'biome'), [...LINT, `--colors=${isTerminal ? 'force' : 'off'}`, '.']),
  run(programOf('typescript', 'tsc'), [...INCREMENTAL, '--pretty', String(isTerminal)]),
])
for (const { output } of [biome, types]) if (output) console.log(output)
const canBeFixed = CAN_BE_FIXED.test(stripVTControlCharacters(biome.output))
if (canBeFixed) console.log('\nnpm run fix corrects what Biome can correct by itself.')
if (!biome.isRight || !types.isRight) process.exitCode = 1
