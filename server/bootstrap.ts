import module from 'node:module'
import { join } from 'node:path'

// build/server.js: the small file that Node reads first. An older Node could not even parse the program.
const NEEDED = 26
if (Number(process.versions.node.split('.')[0]) < NEEDED) {
  process.stderr.write(`Node ${process.versions.node} is too old: install Node ${NEEDED} or newer.\n`)
  process.exit(1)
}
// The code that V8 has compiled once is kept beside the program. On a read-only disk it is only read.
module.enableCompileCache({ directory: join(import.meta.dirname, 'compiled'), portable: true })

const program = './start.js'
const { start } = await import(program)
start()
