import type { TestProject } from 'vitest/node'
import { runScript } from './copy-project.ts'
import { root } from './folders.ts'

// Several projects of vitest want it, in one process, and each loads this module for itself.
const shared = globalThis as { ownSite?: Promise<boolean> }

/** Runs once, before the tests of a project that look at the site's site, and where tests are watched before each run. */
export default async function setup(project: TestProject): Promise<void> {
  project.onTestsRerun(async () => {
    prerender()
    if (!(await latest())) await new Promise(() => {}) // For ever: the next edit begins a run of its own.
  })
  startOwnSite()
  if (!(await latest())) process.exit(1) // Of an error vitest would show the stack, too.
}

/** Begins to prerender the owner's site, unless that has begun. */
export function startOwnSite(): void {
  if (!shared.ownSite) prerender()
}

/** Does what `npm run prerender` does, when the last one has ended: an edit may follow another. */
function prerender(): void {
  const last = shared.ownSite
  const run = async () => {
    await last
    const env = { ...process.env, NODE_ENV: undefined } // vitest has set it.
    const { code, output } = await runScript(root, 'scripts/prerender.ts', env)
    if (code !== 0) console.error(output)
    return code === 0
  }
  shared.ownSite = run()
}

/** Resolves when no more is rendered, to whether all is right. */
async function latest(): Promise<boolean> {
  const run = shared.ownSite
  const isRight = await run
  return run === shared.ownSite ? isRight === true : latest()
}
