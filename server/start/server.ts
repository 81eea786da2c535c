// This becomes build/server.js, with which a process begins: it looks at Node's version, and then loads build/program.js, which
// an older Node could not parse. That is program.ts, and what it starts is start.ts.
import { join } from 'node:path'

const NEEDED = 26
if (Number(process.versions.node.split('.')[0]) < NEEDED)
  fail(`Node ${process.versions.node} is too old: install Node ${NEEDED} or newer.`)

const program = './program.js'
const { start, buildId } = await import(program).catch(error =>
  fail(`${join(import.meta.dirname, program)} is missing or damaged (${error.message}): run npm run build`),
)
await start(buildId)

function fail(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}
