import { sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { inspect } from 'node:util'
import { formatMessages, type Message } from 'esbuild'
import { readableStack } from '../../server/lib/errors.ts'
import { fileErrorOf } from './file-errors.ts'
import { root } from './root.ts'

/** Explains an error by the compiler's messages, by our own, or by a stack if it's unexpected. Never rejects. */
export const explain = (error: unknown): Promise<string> => messageFor(error).catch(() => inspect(error))

async function messageFor(error: unknown): Promise<string> {
  if (!(error instanceof Error)) return String(error)
  if (isBuildFailure(error))
    return (await formatMessages(error.errors.map(withoutOptions), { kind: 'error' })).join('\n').trim()
  if (error.name === 'UserError') return error.message // build/program.js has its own class.
  return fileErrorOf(error) ?? withProjectPaths(readableStack(error.stack ?? error.message))
}

/** Whether an error is esbuild's BuildFailure, which isn't a class. */
const isBuildFailure = (error: Error): error is Error & { errors: Message[] } =>
  'errors' in error && 'warnings' in error

/** esbuild's notes that don't concern the site's code: advice about options, and how our plugins found a file. */
const OF_OPTIONS = /^The plugin "|\bas external\b|"platform: /

const OF_NODE = ": only Node has it, browsers don't. Move the code that needs it into server/site/."

const withoutOptions = ({ text, notes, location, ...message }: Message): Message => ({
  ...message,
  // scripts/bundle/plugins/page-chunks.ts makes chunks. Their text names the site's file.
  location: location?.file.startsWith('chunk:') ? null : location,
  pluginName: '',
  text: notes.some(note => note.text.includes('is built into node')) ? text + OF_NODE : text,
  notes: notes.filter(note => !OF_OPTIONS.test(note.text)),
})

/** Shortens the places in a stack to paths in the project. Node has a module's URL, and a CommonJS file's path. */
export const withProjectPaths = (stack: string) =>
  stack.replaceAll(`${pathToFileURL(root)}/`, '').replaceAll(root + sep, '')

/** The longest chain of causes that is followed: an error may be its own cause. */
const MAX_CAUSES = 5

/** Describes a thrown value in one line: its message, its first cause's, and the address if it has one. */
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

/** A refused connection's address, from the fields of Node's error. */
function addressOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('address' in error) || !('port' in error)) return undefined
  return `${error.address}:${error.port}`
}
