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

/** Prints each warning. */
export function printWarnings(diagnostics: readonly Diagnostic[]): void {
  for (const message of messagesOf('warning', diagnostics)) console.warn(`WARNING: ${message}`)
}

/** A message of esbuild's in one line, with its place. */
export const textOfMessage = ({ text, location }: Message): string =>
  location ? `${location.file}:${location.line}: ${text}` : text

/** Throws a UserError that names each error. */
export function throwErrors(diagnostics: readonly Diagnostic[]): void {
  const messages = messagesOf('error', diagnostics)
  if (messages.length > 0) throw new UserError(messages.join('\n'))
}

/** Prints each warning, and then throws a UserError that names each error. */
export function report(
  diagnostics: readonly Diagnostic[],
  { unfinishedAs }: { unfinishedAs: 'error' | 'warning' },
): void {
  const decided = diagnostics.map(each =>
    each.severity === 'unfinished' ? { ...each, severity: unfinishedAs } : each,
  )
  printWarnings(decided)
  throwErrors(decided)
}
