import { accessSync, constants, readFileSync } from 'node:fs'
import { join } from 'node:path'

// build/server.js: the small file that Node reads first. An older Node could not even parse the program.
const NEEDED = 26
if (Number(process.versions.node.split('.')[0]) < NEEDED)
  fail(`Node ${process.versions.node} is too old: install Node ${NEEDED} or newer.`)

const folder = import.meta.dirname
const start = './start.js'
const [assets, program] = [join(folder, 'assets.json'), join(folder, start)]
for (const file of [assets, program]) if (!isReadable(file)) fail(`${file} is missing: run npm run build`)

await (await import(start)).start(JSON.parse(readFileSync(assets, 'utf8')).version)

function isReadable(file: string): boolean {
  try {
    accessSync(file, constants.R_OK)
    return true
  } catch {
    return false
  }
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}
