// This becomes build/server.js, the entry point of a process. It checks Node's version, and then loads build/program.js, which an
// older Node couldn't parse. program.ts becomes that file, and calls process.ts.
import { join } from 'node:path'
import { PROGRAM_FILE } from '../lib/built-files.ts'
import { readableStack } from '../lib/errors.ts'

const NEEDED = 26
if (Number(process.versions.node.split('.')[0]) < NEEDED)
  fail(`Node ${process.versions.node} is too old: install Node ${NEEDED} or newer.`)

const program = `./${PROGRAM_FILE}`
const { startServer, buildId } = await import(program).catch(error => fail(whyNotLoaded(error)))
await startServer(buildId)

/** Explains why the program wasn't loaded: by a stack, if the site's code throws at the start. */
function whyNotLoaded(error: unknown): string {
  if (error instanceof Error && error.stack?.includes(`/${PROGRAM_FILE}:`)) return readableStack(error.stack)
  const { message = String(error) } = error instanceof Error ? error : {}
  return `${join(import.meta.dirname, PROGRAM_FILE)} is missing or damaged (${message}): run npm run build`
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}
