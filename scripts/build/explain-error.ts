import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BuildFailure, formatMessages } from 'esbuild'
import { root } from './root.ts'

/** What to tell of an error: the compiler's messages, our own, or the stack of what nobody expected. */
export async function explain(error: unknown): Promise<string> {
  const { errors } = Object(error) as Partial<BuildFailure>
  if (errors) return (await formatMessages(errors, { kind: 'error' })).join('\n').trim()
  if (!(error instanceof Error)) return String(error)
  return error.name === 'UserError' ? error.message : withCode(error.stack ?? error.message)
}

/** A stack with the paths of our own files as they are in the project, and with the code around the first of them. */
export function withCode(stack: string): string {
  const short = stack.replaceAll(`file://${root}/`, '').replaceAll(`${root}/`, '')
  const [, file = '', line = '', column = ''] =
    /\b((?:client|server|shared|scripts)\/[^\s:()]+):(\d+):(\d+)/.exec(short) ?? []
  const code = codeAt(file, Number(line), Number(column))
  const calls = short.search(/\n(?= +at |.*@)/) // Chromium and Node write ` at `, Firefox and Safari `@`.
  return calls < 0 ? `${short}\n${code}` : `${short.slice(0, calls)}\n${code}${short.slice(calls)}`
}

/** A line of a file, with two lines before it and two after it; empty where there is none. */
function codeAt(file: string, line: number, column: number): string {
  try {
    const first = Math.max(line - 2, 1)
    const shown = readFileSync(join(root, file), 'utf8')
      .split('\n')
      .slice(first - 1, line + 2)
      .map((text, i) => `${first + i === line ? '>' : ' '} ${String(first + i).padStart(4)} | ${text}\n`)
    shown.splice(line - first + 1, 0, `${' '.repeat(7)}| ${' '.repeat(column - 1)}^\n`)
    return `\n${file}:${line}:${column}\n${shown.join('')}`
  } catch {
    return ''
  }
}
