import { spawn } from 'node:child_process'
import { hash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { readAssets } from '../server/assets.ts'
import { ConfigError, originWarning, readConfig } from '../server/config.ts'
import { createSecurity } from '../server/headers.ts'
import { paths } from '../server/paths.ts'
import { createSiteRenderer } from '../server/render.tsx'
import { siteFiles } from '../server/site-files.ts'
import { replaceFolder, share } from '../server/static/folder.ts'
import { hostConfigs, hostFiles } from '../server/static/hosts.ts'
import { PageFault } from '../server/static/page-checks.ts'
import { prerender } from '../server/static/prerender.ts'
import { cached, KEPT_PAGES } from './cache.ts'

// Bundled to build/prerender.js: one folder below the root, here as there.
const root = join(import.meta.dirname, '..')

// scripts/build.ts measures and draws with the very code that renders the pages.
export * from './costs.ts'
export * from './preview.tsx'

/** Ends the server with whoever started it: as soon as nobody holds the other end of its input. */
const endWithParent =
  "data:text/javascript,process.stdin.resume().on('end', () => process.kill(process.pid, 'SIGINT'))"

if (import.meta.main) await main()

async function main(): Promise<void> {
  let written = 0
  try {
    const { origin, hsts } = readConfig(process.env)
    const warning = originWarning(origin)
    if (warning) console.warn(warning)
    const assets = readAssets(join(root, 'build'))
    const security = createSecurity(assets, hsts)
    const compiled = fillCompileCache()
    await prerender({
      render: createSiteRenderer(assets, origin),
      paths,
      files: { ...siteFiles(origin), ...hostFiles(security, origin) },
      publicFolder: join(root, 'build/public'),
      version: assets.version,
      origin,
      dist: join(root, 'dist'),
      ...(paths.length <= KEPT_PAGES && { keep: cached }),
      onPage: (file, { raw, br }) =>
        console.log(`${++written}/${paths.length + 1}  dist/${file}  ${raw} bytes, ${br} with brotli`),
    })
    await replaceFolder(join(root, 'build/hosting'), async fresh => {
      for (const [name, text] of Object.entries(hostConfigs(security)))
        await writeFile(join(fresh, name), text)
    })
    await compiled
  } catch (error) {
    if (!(error instanceof PageFault || error instanceof ConfigError)) throw error
    console.error(error.message)
    process.exit(1)
  }
}

/** Fills V8's compile cache beside the server, for a start on a read-only disk, too. The same server has the same one. */
async function fillCompileCache(): Promise<void> {
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
