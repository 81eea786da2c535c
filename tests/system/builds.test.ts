// How the environment, the folder and the site's tokens affect a build and a prerender.
// refused-builds.test.ts has the mistakes that fail a build.
import { chmodSync, mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { BUILT_AT } from '../support/build-fixture.ts'
import { copyBuilt, editFile, runNode, runScript } from '../support/copy-project.ts'
import { ENGINE_VERSION } from '../support/engine.ts'
import { skipIf } from '../support/needs.ts'
import { runBefore } from '../support/process.ts'

const folder = copyBuilt(inject('fixture'))
const at = (name: string) => join(folder, name)
const read = (name: string) => readFileSync(at(name), 'utf8')
const build = (env?: NodeJS.ProcessEnv) => runScript(folder, 'scripts/build.ts', env)
const prerender = (env?: NodeJS.ProcessEnv) => runScript(folder, 'scripts/prerender.ts', env)

/** Edits a file until the end of the test. */
const edit = (file: string, from: RegExp | string, to: string) =>
  onTestFinished(editFile(folder, file, from, to))

test('a build prints the version of the engine', async () => {
  expect(await build()).toEqual({ code: 0, output: expect.stringContaining(`engine ${ENGINE_VERSION}\n`) })
})

/** The identity of the current build/ and dist/. */
const folders = () => ({ build: statSync(at('build')).ino, dist: statSync(at('dist')).ino })

test.each(['build', 'prerender'])('%s with a bad SOURCE_DATE_EPOCH fails with one line', async name => {
  const before = folders()
  const { code, output } = await runScript(folder, `scripts/${name}.ts`, { SOURCE_DATE_EPOCH: 'yesterday' })
  expect({ code, output }).toEqual({
    code: 1,
    output: 'SOURCE_DATE_EPOCH is yesterday: write the seconds since 1970 as a number.\n',
  })
  expect(folders()).toEqual(before)
})

// Root may write everywhere, so the test runs as a user who owns nothing.
const asNobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
const notOnWindows = skipIf(process.platform === 'win32', 'Windows has no folder that nobody may write')
test.each(['build', 'prerender'])(
  '%s in a read-only folder fails with one line',
  notOnWindows,
  async name => {
    const TMPDIR = mkdtempSync(join(tmpdir(), 'for-everybody-'))
    chmodSync(TMPDIR, 0o777)
    chmodSync(folder, 0o555)
    onTestFinished(() => chmodSync(folder, 0o755))
    const { code, output } = await runScript(folder, `scripts/${name}.ts`, { TMPDIR }, asNobody)
    expect({ code, output }).toEqual({
      code: 1,
      output: expect.stringMatching(/^.*\/build-\S+: permission denied: .* \(EACCES\)\n$/),
    })
  },
)

test('a prerender that can’t move dist/ into place leaves build/ and dist/ as they were', async () => {
  const before = folders()
  const failing = runBefore(`
    import fs from 'node:fs'
    import { syncBuiltinESMExports } from 'node:module'
    const { renameSync } = fs
    fs.renameSync = (from, to) => {
      if (/dist-[^/]*(?<!-old)$/.test(from)) throw new Error('a scanner holds a file')
      renameSync(from, to)
    }
    syncBuiltinESMExports()`)
  const { code, output } = await runNode(folder, [...failing, '--import', 'tsx', 'scripts/prerender.ts'])
  expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining('a scanner holds a file') })
  expect(folders()).toEqual(before)
})

const TOKENS = 'shared/site/styles/tokens.css'

describe('a prerender with another SITE_ORIGIN and HSTS, in another folder', () => {
  let result: Awaited<ReturnType<typeof prerender>>
  beforeAll(async () => {
    result = await prerender({
      SITE_ORIGIN: 'https://www.example.com',
      HSTS: 'subdomains',
      SOURCE_DATE_EPOCH: `${BUILT_AT}`,
    })
  })

  test('warns about a placeholder as the origin', () => {
    const { code, output } = result
    expect({ code, warnings: output.match(/^The origin.*$/gm) }).toEqual({
      code: 0,
      warnings: [
        'The origin is still the placeholder https://www.example.com: canonical links and social images would point to it. Set SITE_ORIGIN, or origin in shared/site/company.ts.',
      ],
    })
  })

  test('writes only the new origin into its files', () => {
    const files = readdirSync(at('dist'), { recursive: true, encoding: 'utf8' }).filter(name =>
      /\.(html|xml|txt|json)$/.test(name),
    )
    const withOrigin = (origin: string) => files.filter(name => read(`dist/${name}`).includes(origin))
    expect(withOrigin('https://mueller-u-soehne.example')).toEqual([])
    expect(withOrigin('https://www.example.com')).toEqual(
      expect.arrayContaining(['index.html', 'contact.html', '.build.json']),
    )
  })

  test('gives assets the same names as a build in another folder', () => {
    const namesIn = (site: string) => readdirSync(join(site, 'dist/assets')).sort()
    expect(namesIn(folder)).toEqual(namesIn(inject('fixture')))
  })
})

test('the manifest has the colours of tokens.css', async () => {
  edit(TOKENS, /--r-paper: .*/, '--r-paper: light-dark(#123456, #654321);')
  expect((await build()).code).toBe(0)
  expect(JSON.parse(read('build/manifest.json')).paper).toEqual({ light: '#123456', dark: '#654321' })
})
