import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { stripVTControlCharacters } from 'node:util'
import { CACHE_FOLDER } from './lib/build-cache.ts'
import { programOf } from './lib/program-of.ts'
import { root } from './lib/root.ts'

// npm run check: both tools say all that they find, and not only the first one.

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

/** The owner's two folders: there, only what breaks a visitor is refused. Taste, and how a file is written, is a hint. */
const OWNER = /^(shared|server)[\\/]site[\\/]/
const BREAKS_A_VISITOR = /^(parse|lint\/(a11y|correctness|security)\/)/
const TASTE = /\/(useSemanticElements|noUnused\w+)$/

/** What Biome found, as its reporter `gitlab` writes it: https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format */
type Report = { severity: string; check_name: string; location: { path: string } }[]

const isRefused = ({ severity, check_name: rule, location: { path } }: Report[number]) =>
  severity === 'critical' && (!OWNER.test(path) || (BREAKS_A_VISITOR.test(rule) && !TASTE.test(rule)))

/** Runs Biome, which writes for readers to its output, and for programs into a file. */
async function runBiome(colors: 'force' | 'off') {
  const folder = mkdtempSync(join(tmpdir(), 'check-'))
  const file = join(folder, 'report.json')
  const reporters = ['--reporter=default', '--reporter=gitlab', `--reporter-file=${file}`]
  const args = ['ci', `--colors=${colors}`, '--max-diagnostics=none', ...reporters, '.']
  const biome = await run(programOf('@biomejs/biome', 'biome'), args)
  const report: Report | undefined = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
  rmSync(folder, { recursive: true })
  const hasOnlyHints = !biome.isRight && report !== undefined && !report.some(isRefused)
  return { ...biome, hasOnlyHints }
}

/** The compiler looks again at what has changed since the last check and what depends on that, and at no more: https://www.typescriptlang.org/tsconfig/#incremental */
const INCREMENTAL = ['--incremental', '--tsBuildInfoFile', join(CACHE_FOLDER, 'types.tsbuildinfo')]

const isTerminal = process.stdout.isTTY === true
const [biome, types] = await Promise.all([
  runBiome(isTerminal ? 'force' : 'off'),
  run(programOf('typescript', 'tsc'), [...INCREMENTAL, '--pretty', String(isTerminal)]),
])
if (biome.hasOnlyHints) console.log('Hints: nothing that follows breaks a visitor, and nothing refuses it.\n')
for (const { output } of [biome, types]) if (output) console.log(output)
const canBeFixed = CAN_BE_FIXED.test(stripVTControlCharacters(biome.output))
if (canBeFixed) console.log('\nnpm run fix corrects what Biome can correct by itself.')
if (biome.hasOnlyHints)
  console.log('\nThese were hints: what Biome calls an error is none in your two folders.')
if (!(biome.isRight || biome.hasOnlyHints) || !types.isRight) process.exitCode = 1
