import { formatMessages, type Message } from 'esbuild'
import { root } from './root.ts'

/** What to tell of an error: the compiler's messages, our own, or the stack of what nobody expected. */
export async function explain(error: unknown): Promise<string> {
  if (!(error instanceof Error)) return String(error)
  if (isBuildFailure(error)) return (await formatMessages(error.errors, { kind: 'error' })).join('\n').trim()
  return error.name === 'UserError' ? error.message : withPaths(error.stack ?? error.message)
}

/** esbuild's BuildFailure, which is no class. */
const isBuildFailure = (error: Error): error is Error & { errors: Message[] } =>
  'errors' in error && 'warnings' in error

/** A stack with the paths of files in the project. */
export const withPaths = (stack: string) => stack.replaceAll(`file://${root}/`, '').replaceAll(`${root}/`, '')
