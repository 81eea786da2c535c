import { extname } from 'node:path'
import { withProjectPaths } from '../../scripts/lib/explain-error.ts'

/** Prints a log line. Leaves out assets and HEAD requests that succeed: open pages send a HEAD after each edit. */
export function printLine(line: string, report: (text: string, path?: string) => void): void {
  const { msg, err, method, path, status, ms } = JSON.parse(line)
  if (err) report(withProjectPaths(textOf(err)), path && pageOf(path))
  else if (!status) console.log(msg)
  else if (status >= 400 || (method !== 'HEAD' && !extname(path)))
    console.log(`${status} ${method} ${path} ${ms} ms`)
}

/** The path of the page to which a request belongs: /jobs for /jobs and for /jobs.json. */
const pageOf = (path: string) => path.replace(/(^\/index)?\.\w+$/, '') || '/'

interface LoggedError {
  type?: string
  message: string
  stack?: string
  components?: string
}

/** An error's text: its stack, and the stack of React components if one has thrown. A UserError's message is enough. */
function textOf({ type, message, stack, components }: LoggedError): string {
  const text = type === 'UserError' ? message : (stack ?? message)
  return components ? `${text}\n\nIn these components:\n    ${components}` : text
}

/** Returns a function that prints a build's warnings, except the previous build's. */
export function createWarner(): (warnings: readonly string[]) => void {
  let printed: readonly string[] = []
  return warnings => {
    for (const warning of warnings) if (!printed.includes(warning)) console.warn(`WARNING: ${warning}`)
    printed = warnings
  }
}
