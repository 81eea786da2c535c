import { type BuildFailure, formatMessages } from 'esbuild'

/** What the person who runs a command can mend. The message says how; a stack would only hide it. */
export class Fault extends Error {
  override name = 'Fault'
}

/** Those whose message says all. By name, because a bundle has a class of its own. */
const plain = ['Fault', 'PageFault', 'ConfigError', 'OverBudget']

/** What to tell of an error: the compiler's messages, our own, or the stack of what nobody expected. */
export async function explain(error: unknown): Promise<string> {
  const { errors } = error as Partial<BuildFailure>
  if (errors) return (await formatMessages(errors, { kind: 'error', color: process.stderr.isTTY })).join('\n')
  if (!(error instanceof Error)) return String(error)
  return plain.includes(error.name) ? error.message : (error.stack ?? error.message)
}
