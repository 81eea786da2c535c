import { extname } from 'node:path'
import { withProjectPaths } from '../../scripts/lib/explain-error.ts'

/** Prints what is logged: pages and errors, and neither each asset nor that an open page is rendered again after an edit. */
export function printLine(line: string, report: (text: string, path?: string) => void): void {
  const { msg, err, method, path, status, ms } = JSON.parse(line)
  if (err) report(withProjectPaths(textOf(err)), path && pageOf(path))
  else if (!status) console.log(msg)
  else if (status >= 400 || (method !== 'HEAD' && !extname(path)))
    console.log(`${status} ${method} ${path} ${ms} ms`)
}

/** The page at a path, or beside whose file in dist/ it is: /jobs of /jobs.json. */
const pageOf = (path: string) => path.replace(/(^\/index)?\.\w+$/, '') || '/'

interface LoggedError {
  type?: string
  message: string
  stack?: string
  components?: string
}

/** The stack of an error, and that of the components around the one that has thrown. A UserError says all in its message. */
function textOf({ type, message, stack, components }: LoggedError): string {
  const text = type === 'UserError' ? message : (stack ?? message)
  return components ? `${text}\n\nIn these components:\n    ${components}` : text
}

/** Returns what prints the warnings of a build that the last one did not have. */
export function createWarner(): (warnings: readonly string[]) => void {
  let printed: readonly string[] = []
  return warnings => {
    for (const warning of warnings) if (!printed.includes(warning)) console.warn(`WARNING: ${warning}`)
    printed = warnings
  }
}
