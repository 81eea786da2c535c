import { spawn } from 'node:child_process'
import { hash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { root } from '../build/folders.ts'
import { share } from './folder.ts'

/** Ends the server with whoever started it, without a word: as soon as nobody holds the other end of its input. */
const endWithParent = "data:text/javascript,process.stdin.resume().on('end', () => process.exit())"

/** Fills V8's compile cache beside the server, for a start on a read-only disk, too. The same server has the same one. */
export async function fillCompileCache(): Promise<void> {
  const [program, compiled] = [join(root, 'build/start.js'), join(root, 'build/compiled')]
  const kept = join(root, 'node_modules/.cache/site', `compiled-${hash('sha256', await readFile(program))}`)
  if (existsSync(kept)) await cp(kept, compiled, { recursive: true })
  else {
    await runServer()
    if (existsSync(join(root, 'node_modules'))) await cp(compiled, kept, { recursive: true })
  }
  share(compiled)
}

/** What renders a page is compiled when it renders the first one. */
async function runServer(): Promise<void> {
  const env = { ...process.env, SERVE: 'live', PORT: '0', LOG_LEVEL: 'info' }
  const server = spawn(process.execPath, ['--import', endWithParent, join(root, 'build/server.js')], {
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(server, 'exit')
  for await (const line of createInterface(server.stdout)) {
    const [, url] = /listening on (http:[^"]+)/.exec(line) ?? []
    if (!url) continue
    await (await fetch(url)).text()
    server.stdin.end()
  }
  await ended
}
