import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { copyProject, layFixture, runScript } from './copy-project.ts'
import { startOwnSite } from './prerender-own-site.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder in which the fixture's site was prerendered: to be read, and never written. */
    fixture: string
    /** What that prerender has printed. */
    fixtureOutput: string
  }
}

/** The build's clock: the year in the footer, and which pages have a date to come. */
export const BUILT_AT = Date.UTC(2026, 10, 1) / 1000

/** Files of shared/site/public/ that are made here, and not kept by git: most are so large that the server does not keep them in memory. */
const madeFiles = {
  // In NFD, as Macs name files: https://www.unicode.org/reports/tr15/
  ['Türen.txt'.normalize('NFD')]: 'Eiche, Buche',
  'tour.mp4': '0123456789abcdef'.repeat(125_000),
  // Of one type and one length, so that only their content tells them apart. The build compresses them.
  'inventar.json': JSON.stringify(Array(150_000).fill('Eiche')),
  'preise.json': JSON.stringify(Array(150_000).fill('12 EU')),
}

// Several projects of vitest want it, in one process, and each loads this module for itself.
const shared = globalThis as { fixture?: ReturnType<typeof prerender> }

/** Runs once, before the tests of a project: prerenders the site of tests/fixture/ in a copy of the project. */
export default async function setup({ provide, vitest }: TestProject): Promise<void> {
  shared.fixture ??= prerender()
  // vitest prepares one project after another, and the site's own can be prerendered meanwhile.
  if (vitest.projects.some(({ name }) => name === 'site')) startOwnSite()
  const { folder, output } = await shared.fixture
  provide('fixture', folder)
  provide('fixtureOutput', output)
}

async function prerender(): Promise<{ folder: string; output: string }> {
  // Whatever a test or a program that it starts leaves among the temporary files is gone with this process.
  const temporary = mkdtempSync(join(tmpdir(), 'site-tests-'))
  process.once('exit', () => rmSync(temporary, { recursive: true, force: true, maxRetries: 5 }))
  chmodSync(temporary, 0o711) // Proxies read their files as another user.
  Object.assign(process.env, { TMPDIR: temporary, TEMP: temporary, TMP: temporary })
  const folder = copyProject()
  layFixture(folder)
  for (const [name, text] of Object.entries(madeFiles))
    writeFileSync(join(folder, 'shared/site/public', name), text)
  const { code, output } = await runScript(folder, 'scripts/prerender.ts', {
    SOURCE_DATE_EPOCH: `${BUILT_AT}`,
  })
  if (code !== 0) throw new Error(`the fixture of the tests cannot be prerendered:\n${output}`)
  return { folder, output }
}
