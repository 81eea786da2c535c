import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { addFixture, copyProject, runScript } from './copy-project.ts'
import { startOwnSite } from './prerender-own-site.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder in which the fixture's site was prerendered. Read-only: all tests share it. */
    fixture: string
    /** The output of that prerender. */
    fixtureOutput: string
  }
}

/** The build's clock: it sets the year in the footer, and decides which pages have a future date. */
export const BUILT_AT = Date.UTC(2026, 10, 1) / 1000

/** Files of shared/site/public/ that are generated, not in git. Most are too large for the server to hold in memory. */
const madeFiles = {
  // In NFD, as Macs name files: https://www.unicode.org/reports/tr15/
  ['Türen.txt'.normalize('NFD')]: 'Eiche, Buche',
  'tour.mp4': '0123456789abcdef'.repeat(125_000),
  // The build compresses this one.
  'inventar.json': JSON.stringify(Array(150_000).fill('Eiche')),
}

// Several Vitest projects in one process need it, and each loads its own instance of this module.
const shared = globalThis as { fixture?: ReturnType<typeof prerender> }

/** Runs once, before the tests of a project: prerenders the site of tests/fixture/ in a copy of the project. */
export default async function setup({ provide, vitest }: TestProject): Promise<void> {
  shared.fixture ??= prerender()
  // Vitest sets up its projects one after the other. The project's own site can be prerendered meanwhile.
  if (vitest.projects.some(({ name }) => name === 'site')) startOwnSite()
  const { folder, output } = await shared.fixture
  provide('fixture', folder)
  provide('fixtureOutput', output)
}

async function prerender(): Promise<{ folder: string; output: string }> {
  // Temporary files that tests and their programs leave behind are removed with this process.
  const temporary = mkdtempSync(join(tmpdir(), 'site-tests-'))
  process.once('exit', () => rmSync(temporary, { recursive: true, force: true, maxRetries: 5 }))
  chmodSync(temporary, 0o711) // Proxies read their files as a different user.
  Object.assign(process.env, { TMPDIR: temporary, TEMP: temporary, TMP: temporary })
  const folder = copyProject()
  addFixture(folder)
  for (const [name, text] of Object.entries(madeFiles))
    writeFileSync(join(folder, 'shared/site/public', name), text)
  const { code, output } = await runScript(folder, 'scripts/prerender.ts', {
    SOURCE_DATE_EPOCH: `${BUILT_AT}`,
  })
  if (code !== 0) throw new Error(`the fixture of the tests cannot be prerendered:\n${output}`)
  return { folder, output }
}
