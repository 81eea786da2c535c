// Any feature can be deleted, as docs/features.md says, and so can all of them: the rest passes its tests.
// `npx vitest run --project system delete-feature -t 'without the feature data'` tests one.
import { execFile } from 'node:child_process'
import { existsSync, globSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { nameIn } from '../../server/lib/file-names.ts'
import { cleanEnvironment, copyProject, runScript } from '../support/copy-project.ts'
import { deleteFeature } from '../support/delete-feature.ts'
import { root } from '../support/folders.ts'
import { skipIf } from '../support/needs.ts'

const features = globSync('features/*/', { cwd: root }).map(name => name.split(/[\\/]/)[1] ?? '')

/** The quick tests take minutes. */
const LONG = { timeout: 15 * 60_000 }

const browserPackages = join(root, 'tests/browser/node_modules')
const needsBrowsers = skipIf(!existsSync(browserPackages), 'npm run browsers installs its packages')

/** Runs a package's program in a copy. Rejects if it fails. */
const run = (folder: string, program: string, ...args: string[]) =>
  promisify(execFile)(process.execPath, [join(root, 'node_modules', program), ...args], {
    cwd: folder,
    env: cleanEnvironment(),
    maxBuffer: 1e9,
  })

const vitest = 'vitest/vitest.mjs'
const QUICK = ['server', 'site', 'client'].flatMap(name => ['--project', name])

interface Report {
  testResults: { name: string; status: string; assertionResults: { status: string; fullName: string }[] }[]
}

/** Runs the quick tests of a copy. Returns the number of passed tests of each file, and everything that didn't pass. */
async function runTests(folder: string) {
  const file = join(folder, 'report.json')
  await run(folder, vitest, 'run', ...QUICK, '--reporter=json', `--outputFile=${file}`).catch(() => {})
  const { testResults }: Report = JSON.parse(readFileSync(file, 'utf8'))
  const passed: Record<string, number> = {}
  const others: string[] = []
  for (const { name, status, assertionResults } of testResults) {
    const bad = assertionResults.filter(({ status }) => status !== 'passed')
    passed[nameIn(folder, name)] = assertionResults.length - bad.length
    if (status !== 'passed' || bad.length > 0)
      others.push(nameIn(folder, name), ...bad.map(({ fullName }) => fullName))
  }
  return { passed, others }
}

let before: ReturnType<typeof runTests> | undefined
/** The quick tests of the whole project, run once. */
const testsBefore = () => (before ??= runTests(copyProject({ withTests: true })))

describe.each([
  ...features.map(name => ({ what: `the feature ${name}`, deleted: [name] })),
  { what: 'any feature', deleted: features },
])('without $what', ({ deleted }) => {
  const folder = copyProject({ withTests: true })
  const gone = deleted.flatMap(name => deleteFeature(folder, name))

  test('npm run check and the prerender pass', LONG, async () => {
    await run(folder, '@biomejs/biome/bin/biome', 'check', '--write', '.')
    for (const script of ['scripts/check.ts', 'scripts/prerender.ts']) {
      const { code, output } = await runScript(folder, script)
      expect({ script, code, output: code === 0 ? '' : output }).toEqual({ script, code: 0, output: '' })
    }
  })

  test('the browser tests compile', { ...needsBrowsers, ...LONG }, async () => {
    symlinkSync(browserPackages, join(folder, 'tests/browser/node_modules'), 'junction')
    await run(folder, 'typescript/bin/tsc', '--project', 'tests/browser')
  })

  test('all quick tests of the rest pass, and none is missing', LONG, async () => {
    const files = Object.entries((await testsBefore()).passed)
    const kept = files.filter(([file]) => !gone.some(name => `${file}/`.startsWith(`${name}/`)))
    expect(kept.length).toBeLessThan(files.length)
    const { passed, others } = await runTests(folder)
    expect(others).toEqual([])
    expect(passed).toEqual(Object.fromEntries(kept))
  })
})
