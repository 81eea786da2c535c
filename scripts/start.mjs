// npm start: builds, then serves. It's plain JavaScript, because the tools that compile TypeScript may be missing.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants, existsSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

if (process.env.NODE_ENV !== 'production') {
  const obstacle = obstacleToBuild()
  if (obstacle) console.warn(`${obstacle}: serving build/ as it is.`)
  else await build()
}
if (!existsSync(join(root, 'build/server.js'))) {
  console.error('build/ is missing: run npm ci && npm run build')
  process.exit(1)
}
await import('../build/server.js')

/** A message if the site can't be built here. */
function obstacleToBuild() {
  if (!existsSync(join(root, 'node_modules/tsx'))) return "The tools to build with aren't installed"
  try {
    accessSync(root, constants.W_OK)
    return undefined
  } catch {
    return "This folder can't be written"
  }
}

/** Builds in its own process, so that the server doesn't keep its memory. It ends with this one: end-with-npm.mjs. */
async function build() {
  const script = process.env.SERVE === 'static' ? 'prerender' : 'build'
  const imports = ['./scripts/end-with-npm.mjs', 'tsx'].flatMap(name => ['--import', name])
  const args = [...imports, `scripts/${script}.ts`]
  const [code] = await once(spawn(process.execPath, args, { cwd: root, stdio: 'inherit' }), 'exit')
  if (code !== 0) process.exit(1) // The build has printed why.
}
