import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import module from 'node:module'
import { join } from 'node:path'

// build/server.js: the small file that Node reads first. An older Node could not even parse the program.
const NEEDED = 26
if (Number(process.versions.node.split('.')[0]) < NEEDED)
  fail(`Node ${process.versions.node} is too old: install Node ${NEEDED} or newer.`)

const folder = import.meta.dirname
const build = buildOf('start.js')
// The code that V8 has compiled once is kept beside the program. On a read-only disk it is only read.
module.enableCompileCache({ directory: join(folder, 'compiled'), portable: true })

const program = './start.js'
const { start } = await import(program)
await start(build)

/** The version of the build that a program belongs to, where the program is what was built. */
function buildOf(name: string): string {
  const read = (name: string) => readFileSync(join(folder, name))
  try {
    const { version, program } = JSON.parse(read('assets.json').toString())
    if (createHash('sha256').update(read(name)).digest('hex') === program) return version
  } catch {}
  fail(
    `${join(folder, name)} or assets.json beside it is missing, damaged or of another build: run npm run build`,
  )
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}
