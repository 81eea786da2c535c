import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

// build/server.js: the small file that Node reads first. An older Node could not even parse the program.
const NEEDED = 26
if (Number(process.versions.node.split('.')[0]) < NEEDED)
  fail(`Node ${process.versions.node} is too old: install Node ${NEEDED} or newer.`)

const folder = import.meta.dirname
const { version, program } = readAssets()
const start = './start.js'
if (hashOf(start) !== program)
  fail(`${join(folder, start)} is missing, damaged or of another build: run npm run build`)

await (await import(start)).start(version)

/** The build's version, and the hash of its program. */
function readAssets(): { version: string; program: string } {
  const file = join(folder, 'assets.json')
  try {
    const { version, program } = JSON.parse(readFileSync(file, 'utf8'))
    if (version && program) return { version, program }
  } catch {}
  fail(`${file} is missing or damaged: run npm run build`)
}

function hashOf(name: string): string | undefined {
  try {
    return createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex')
  } catch {
    return undefined
  }
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}
