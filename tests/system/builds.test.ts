// How the environment and the folder affect a build and a prerender.
// refused-builds.test.ts has the mistakes that fail a build.
import { chmodSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { BUILT_AT } from '../support/build-fixture.ts'
import { copyBuilt, runScript } from '../support/copy-project.ts'
import { skipIf } from '../support/needs.ts'

const folder = copyBuilt(inject('fixture'))
const at = (name: string) => join(folder, name)
const read = (name: string) => readFileSync(at(name), 'utf8')
const prerender = (env?: NodeJS.ProcessEnv) => runScript(folder, 'scripts/prerender.ts', env)

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
      expect.arrayContaining(['index.html', 'kontakt.html', '.build.json']),
    )
  })

  test('gives assets the same names as a build in another folder', () => {
    const namesIn = (site: string) => readdirSync(join(site, 'dist/assets')).sort()
    expect(namesIn(folder)).toEqual(namesIn(inject('fixture')))
  })
})
