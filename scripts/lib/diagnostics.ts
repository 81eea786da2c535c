import type { Message } from 'esbuild'
import type { Diagnostic } from '../../extension-points.ts'
import { UserError } from '../../server/lib/errors.ts'

export const asError = (message: string): Diagnostic => ({ severity: 'error', message })
export const asUnfinished = (message: string): Diagnostic => ({ severity: 'unfinished', message })
export const asWarning = (message: string): Diagnostic => ({ severity: 'warning', message })

/** The messages with one severity, each once. */
export const messagesOf = (
  severity: Diagnostic['severity'],
  diagnostics: readonly Diagnostic[],
): string[] => [
  ...new Set(diagnostics.filter(each => each.severity === severity).map(({ message }) => message)),
]

/** Prints the messages with one severity as warnings. */
export function warn(severity: Diagnostic['severity'], diagnostics: readonly Diagnostic[]): void {
  for (const message of messagesOf(severity, diagnostics)) console.warn(`WARNING: ${message}`)
}

/** A message of esbuild's in one line, with its place. */
export const textOfMessage = ({ text, location }: Message): string =>
  location ? `${location.file}:${location.line}: ${text}` : text

/** Throws a UserError that names each error. */
export function throwErrors(diagnostics: readonly Diagnostic[]): void {
  const messages = messagesOf('error', diagnostics)
  if (messages.length > 0) throw new UserError(messages.join('\n'))
}
