import type { TestProject } from 'vitest/node'
import { runScript } from './copy-project.ts'
import { root } from './folders.ts'

// Several Vitest projects in one process need it, and each loads its own instance of this module.
const shared = globalThis as { ownSite?: Promise<boolean> }

/** Runs once before the tests of the project's own site, and before each run in watch mode. */
export default async function setup(project: TestProject): Promise<void> {
  project.onTestsRerun(async () => {
    prerender()
    if (!(await latest())) await new Promise(() => {}) // Wait forever: the next edit starts its own run.
  })
  startOwnSite()
  if (!(await latest())) process.exit(1) // Vitest would print the stack of an error too.
}

/** Starts to prerender the project's own site, unless it has been started. */
export function startOwnSite(): void {
  if (!shared.ownSite) prerender()
}

/** Runs `npm run prerender` after the last run has ended, because edits may follow each other. */
function prerender(): void {
  const last = shared.ownSite
  const run = async () => {
    await last
    const env = { ...process.env, NODE_ENV: undefined } // Vitest sets it.
    const { code, output } = await runScript(root, 'scripts/prerender.ts', env)
    if (code !== 0) console.error(output)
    return code === 0
  }
  shared.ownSite = run()
}

/** Resolves when the latest run has ended, to whether it succeeded. */
async function latest(): Promise<boolean> {
  const run = shared.ownSite
  const isRight = await run
  return run === shared.ownSite ? isRight === true : latest()
}
