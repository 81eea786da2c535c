import { sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { inspect } from 'node:util'
import { formatMessages, type Message } from 'esbuild'
import { readableStack, UserError } from '../../server/lib/errors.ts'
import { fileErrorOf } from './file-errors.ts'
import { root } from './root.ts'

/** What to tell of an error: the compiler's messages, our own, or the stack of what nobody expected. Never rejects. */
export const explain = (error: unknown): Promise<string> => messageFor(error).catch(() => inspect(error))

async function messageFor(error: unknown): Promise<string> {
  if (!(error instanceof Error)) return String(error)
  if (isBuildFailure(error))
    return (await formatMessages(error.errors.map(withoutOptions), { kind: 'error' })).join('\n').trim()
  if (error instanceof UserError) return error.message
  return fileErrorOf(error) ?? withProjectPaths(readableStack(error.stack ?? error.message))
}

/** esbuild's BuildFailure, which is no class. */
const isBuildFailure = (error: Error): error is Error & { errors: Message[] } =>
  'errors' in error && 'warnings' in error

/** Notes of esbuild that say nothing of the site's code: advice about options, and the way to a file through our plugins. */
const OF_OPTIONS = /^The plugin "|\bas external\b|"platform: /

const OF_NODE = ': Node has it, and a browser has not. What needs it belongs in server/site/.'

const withoutOptions = ({ text, notes, location, ...message }: Message): Message => ({
  ...message,
  // A chunk is made by scripts/bundle/plugins/page-chunks.ts: the text names the site's file.
  location: location?.file.startsWith('chunk:') ? null : location,
  pluginName: '',
  text: notes.some(note => note.text.includes('is built into node')) ? text + OF_NODE : text,
  notes: notes.filter(note => !OF_OPTIONS.test(note.text)),
})

/** A stack with the paths of files in the project. Node names a module by its URL, and a CommonJS file by its path. */
export const withProjectPaths = (stack: string) =>
  stack.replaceAll(`${pathToFileURL(root)}/`, '').replaceAll(root + sep, '')

/** How deep a chain of causes is followed: an error may be its own cause. */
const MAX_CAUSES = 5

/** What was thrown, in one line: its message and that of its first cause, with the address if that is known. */
export function reasonOf(error: unknown): string {
  let cause = error
  for (let depth = 0; depth < MAX_CAUSES; depth++) {
    const next = causeOf(cause)
    if (next === undefined) break
    cause = next
  }
  const texts = [error, cause].map(messageOf)
  const address = addressOf(cause)
  if (address && !texts.at(-1)?.includes(address)) texts.push(address)
  return [...new Set(texts)].join(': ')
}

function causeOf(error: unknown): unknown {
  if (!(error instanceof Error)) return undefined
  if (error.cause !== undefined) return error.cause
  return error instanceof AggregateError ? error.errors[0] : undefined
}

function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return message.replaceAll('\n', ' ')
}

/** The address of a connection that was refused, as Node's errors have it. */
function addressOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('address' in error) || !('port' in error)) return undefined
  return `${error.address}:${error.port}`
}
