import { type BuildFailure, formatMessages } from 'esbuild'
import { root } from './root.ts'

/** What to tell of an error: the compiler's messages, our own, or the stack of what nobody expected. */
export async function explain(error: unknown): Promise<string> {
  const { errors } = Object(error) as Partial<BuildFailure>
  if (errors) return (await formatMessages(errors, { kind: 'error' })).join('\n').trim()
  if (!(error instanceof Error)) return String(error)
  return error.name === 'UserError' ? error.message : withPaths(error.stack ?? error.message)
}

export const withPaths = (stack: string) => stack.replaceAll(`file://${root}/`, '').replaceAll(`${root}/`, '')
