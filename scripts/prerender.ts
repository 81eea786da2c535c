import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { readAssets } from '../server/assets.ts'
import { ConfigError, originWarning, readConfig } from '../server/config.ts'
import { createSecurity } from '../server/headers.ts'
import { paths } from '../server/paths.ts'
import { createSiteRenderer } from '../server/site.tsx'
import { siteFiles } from '../server/site-files.ts'
import { replaceFolder } from '../server/static/folder.ts'
import { hostConfigs, hostFiles } from '../server/static/hosts.ts'
import { PageFault } from '../server/static/page-checks.ts'
import { prerender } from '../server/static/prerender.ts'

// Bundled to build/prerender.js: one folder below the root, here as there.
const root = join(import.meta.dirname, '..')

// scripts/build.ts measures and draws with the very code that renders the pages.
export * from './costs.ts'
export * from './preview.tsx'

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

/** Runs the server once, so that V8's compile cache beside it is filled, for a start on a read-only disk, too. */
async function fillCompileCache(): Promise<void> {
  const env = { ...process.env, SERVE: 'live', PORT: '0', LOG_LEVEL: 'info' }
  const server = spawn(process.execPath, [join(root, 'build/server.js')], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  process.once('exit', () => server.kill()) // A prerender that fails leaves no server behind.
  const ended = once(server, 'exit')
  for await (const line of createInterface(server.stdout)) {
    const [, url] = /listening on (http:[^"]+)/.exec(line) ?? []
    if (!url) continue
    await fetch(url) // What renders a page is compiled when it renders the first one.
    server.kill('SIGINT')
  }
  await ended
}
