import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { launch } from './process.ts'

/** What the scripts of .ci/ need of every system. */
const TOOLS = 'bash sh cat chmod dirname grep head mktemp rm sed tail tee touch'.split(' ')

const folders = (process.env.PATH ?? '').split(delimiter)
const fileOf = (tool: string) => folders.map(folder => join(folder, tool)).find(existsSync)

/** Writes a program that a shell can run: each call becomes a line of a file, then the lines of a shell script follow. */
function writeProgram(file: string, name: string, script: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `#!/usr/bin/env bash\necho "${name} $*" >>"$CALLS"\n${script}\n`)
  chmodSync(file, 0o755)
}

interface Run {
  args?: string[]
  /** The programs that the script finds, beside those of every system: for each name the lines of a shell script. */
  programs: Record<string, string>
  /** Those that it starts by a path from its folder. */
  ownPrograms?: Record<string, string>
  env?: Record<string, string>
}

/** Runs a script of bash in a folder where every other program is a stub. Resolves to what it wrote, and what it called. */
export async function runWithStubs(folder: string, script: string, run: Run) {
  const { args = [], programs, ownPrograms = {}, env = {} } = run
  const outside = mkdtempSync(join(tmpdir(), 'stubs-'))
  const at = (name: string) => join(outside, name)
  mkdirSync(at('bin'))
  mkdirSync(at('tmp'))
  writeFileSync(at('calls'), '')
  for (const tool of TOOLS) symlinkSync(fileOf(tool) ?? tool, at(`bin/${tool}`))
  for (const [name, lines] of Object.entries(programs)) writeProgram(at(`bin/${name}`), name, lines)
  for (const [name, lines] of Object.entries(ownPrograms)) writeProgram(join(folder, name), name, lines)
  const { ended, written } = launch(at('bin/bash'), [join(folder, script), ...args], {
    cwd: outside,
    env: { PATH: at('bin'), TMPDIR: at('tmp'), CALLS: at('calls'), ...env },
  })
  const code = await ended
  const calls = readFileSync(at('calls'), 'utf8').trim().split('\n')
  return {
    code,
    lines: written.stdout.trim().split('\n'),
    stderr: written.stderr,
    calls,
    temporary: at('tmp'),
  }
}
