// Runs once, before all tests: builds where the build is older than the source, and starts what most tests visit.
import { execFileSync } from 'node:child_process'
import { globSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { PRERENDERED } from '../../server/assets.ts'
import { launchServer } from './browser.ts'
import { dist, root } from './folders.ts'
import { start, stop } from './process.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the built site listens, in both modes. */
    live: string
    static: string
    /** Where the Chromium listens that the tests share. */
    chromium: string
  }
}

export default async function setup({ provide }: TestProject) {
  prerenderIfOlder()
  const [live, files, browser] = await Promise.all([
    start(),
    start({ env: { SERVE: 'static' } }),
    launchServer(),
  ])
  provide('live', live.url)
  provide('static', files.url)
  provide('chromium', browser.wsEndpoint())
  return async () => {
    await Promise.all([stop(live), stop(files), browser.close()])
  }
}

/** Without this, a page that was added since would be a 404 from dist/, and nothing would say why. */
function prerenderIfOlder(): void {
  const built = changed(join(dist, PRERENDERED))
  const sources = globSync('{client,scripts,server,shared}/**/*', { cwd: root })
  const newer = sources.find(name => changed(join(root, name)) > built)
  if (!newer) return
  console.log(`dist/ is ${built ? `older than ${newer}` : 'missing'}: npm run prerender`)
  execFileSync(process.execPath, ['--import', 'tsx', 'scripts/prerender.ts'], { cwd: root })
}

/** When a file or a folder was changed, in milliseconds; 0 where there is none. */
const changed = (path: string) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
