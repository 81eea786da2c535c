// Before `npm start`: whether it takes what was built, which it does not where something of the source is newer or .env is gone, or
// on the day of a post, and what it says where something is missing. In a folder with a script in place of what builds, and at the end in a copy of a site.
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, inject, test } from 'vitest'
import { copyBuilt, editFile, runNode, runScript } from '../support/copy-project.ts'
import { ENGINE_VERSION } from '../support/engine.ts'
import { root } from '../support/folders.ts'
import { until } from '../support/until.ts'

const folder = mkdtempSync(join(tmpdir(), 'prestart-test-'))
const files = [
  'client/entry.ts',
  'scripts/build.ts',
  'server/http/app.ts',
  'shared/site/pages/home.tsx',
  'package-lock.json',
  '.env',
  'build/manifest.json',
  'dist/index.html',
  'node_modules/tsx/package.json',
  'README.md',
]
for (const name of files) {
  mkdirSync(join(folder, dirname(name)), { recursive: true })
  writeFileSync(join(folder, name), '{}')
}
// In place of what builds, and of what lets Node load it: it compiles .tsx, too.
writeFileSync(
  join(folder, 'node_modules/tsx/package.json'),
  '{ "type": "module", "exports": { "./esm/api": "./api.js" } }',
)
writeFileSync(
  join(folder, 'node_modules/tsx/api.js'),
  'export const register = () => { process.compiles = true }',
)
writeFileSync(
  join(folder, 'scripts/build.ts'),
  "console.log(process.compiles ? 'building' : 'without what compiles')",
)
/** Writes what the build has noted: it has found the .env that is there. */
const note = (noted: { hasDotenv?: boolean; nextPublication?: string } = {}) =>
  writeFileSync(join(folder, 'build/manifest.json'), JSON.stringify({ hasDotenv: true, ...noted }))
beforeEach(() => note())
copyFileSync(join(root, 'scripts/prestart.mjs'), join(folder, 'scripts/prestart.mjs'))

const BUILT_AT = 2000
/** Makes all as old as one source, but the build and one path that is newer. */
function setTimes(newer?: string): void {
  const names = ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })]
  for (const name of names) utimesSync(join(folder, name), 1000, 1000)
  utimesSync(join(folder, 'build/manifest.json'), BUILT_AT, BUILT_AT)
  if (newer) utimesSync(join(folder, newer), BUILT_AT + 1, BUILT_AT + 1)
}
/** Runs what npm runs before `npm start`. */
const prestart = (env: NodeJS.ProcessEnv, cwd = folder) => runNode(cwd, ['scripts/prestart.mjs'], env)
const silent = { code: 0, output: '' }
const built = { code: 0, output: `engine ${ENGINE_VERSION}\n` }

test.each([
  { what: 'package-lock.json, after an update of packages', newer: 'package-lock.json' },
  { what: '.env, whose PUBLIC_ values are in the scripts', newer: '.env' },
  { what: 'a file of client/', newer: 'client/entry.ts' },
  { what: 'a file of scripts/', newer: 'scripts/build.ts' },
  { what: 'a file of server/', newer: 'server/http/app.ts' },
  { what: 'a file of shared/', newer: 'shared/site/pages/home.tsx' },
  { what: 'a folder, from which a file was removed', newer: 'shared/site/pages' },
  { what: 'a whole folder of the source', newer: 'server' },
])('a build is old where this is newer: $what', async ({ newer }) => {
  setTimes(newer)
  expect(await prestart({ SERVE: 'static' })).toEqual({
    code: 1,
    output: 'dist/ is out of date: run npm run prerender\n',
  })
})

/** A day in UTC, as fields of a page have it. */
const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

test.each([
  { what: 'that has found no .env, and an older .env', noted: { hasDotenv: false }, does: 'builds' },
  { what: 'without a post whose day is today', noted: { nextPublication: dayIn(0) }, does: 'builds' },
  { what: 'without a post whose day has passed', noted: { nextPublication: dayIn(-9) }, does: 'builds' },
  {
    what: 'without a post of the day after tomorrow',
    noted: { nextPublication: dayIn(2) },
    does: 'builds nothing',
  },
  {
    what: 'whose SOURCE_DATE_EPOCH is before the day of the next post',
    noted: { nextPublication: dayIn(-9) },
    env: { SOURCE_DATE_EPOCH: '946684799' },
    does: 'builds nothing',
  },
])('beside a build $what npm start $does', async ({ noted, env = {}, does }) => {
  note(noted)
  setTimes()
  expect(await prestart(env)).toEqual({ code: 0, output: does === 'builds' ? 'building\n' : '' })
})

test('npm start builds where half of the manifest is there', async () => {
  writeFileSync(join(folder, 'build/manifest.json'), '{ "hasDotenv": true,')
  setTimes()
  expect(await prestart({})).toEqual({ code: 0, output: 'building\n' })
})

test('npm start builds where the .env of the build is gone', async () => {
  setTimes()
  expect(await prestartWithout(['.env'], {})).toEqual({ code: 0, output: 'building\n' })
})

test.each([undefined, 'README.md', 'dist/index.html', 'node_modules/tsx/package.json'])(
  'a build is taken where nothing but %s is newer',
  async newer => {
    setTimes(newer)
    expect(await prestart({ SERVE: 'static' })).toEqual(silent)
  },
)

/** Runs it where these files and folders are missing. */
async function prestartWithout(names: readonly string[], env: NodeJS.ProcessEnv) {
  const away = (name: string) => join(folder, `.${name}`)
  for (const name of names) renameSync(join(folder, name), away(name))
  const said = await prestart(env)
  for (const name of names) renameSync(away(name), join(folder, name))
  return said
}

test.each([
  {
    what: 'SERVE=static, and there is no dist/',
    missing: ['dist'],
    env: { SERVE: 'static' },
    said: { code: 1, output: 'dist/ is missing: run npm run prerender\n' },
  },
  {
    what: 'there is no build, and nothing to build with',
    missing: ['build', 'node_modules'],
    env: {},
    said: {
      code: 1,
      output: 'There is no build, and no tools to make one: run npm ci && npm run build\n',
    },
  },
  {
    what: 'the build is old, and there is nothing to build with: it is started',
    missing: ['node_modules'],
    env: {},
    said: silent,
  },
  {
    what: 'the build is old, SERVE=static, and there is nothing to build with: it is started',
    missing: ['node_modules'],
    env: { SERVE: 'static' },
    said: silent,
  },
])('$what', async ({ missing, env, said }) => {
  setTimes('server/http/app.ts')
  expect(await prestartWithout(missing, env)).toEqual(said)
})

test.each([
  { what: 'is old', newer: 'server/http/app.ts', output: 'building\n' },
  { what: 'is new', newer: 'README.md', output: '' },
])('npm start builds only where a build is old: here it $what', async ({ newer, output }) => {
  setTimes(newer)
  expect(await prestart({})).toEqual({ code: 0, output })
})

test('npm start builds where there is no build', async () => {
  setTimes()
  expect(await prestartWithout(['build'], {})).toEqual({ code: 0, output: 'building\n' })
})

describe('the prestart of a site', () => {
  let clone: string
  beforeEach(() => {
    clone = copyBuilt(inject('fixture'))
  })
  const inode = (name: string) => statSync(join(clone, name)).ino

  test('builds nothing where the build is newer than the source', async () => {
    const before = inode('build')
    expect(await prestart({}, clone)).toEqual(silent)
    expect(inode('build')).toBe(before)
  })

  test('builds where the source was edited while the last build ran', async () => {
    const building = runScript(clone, 'scripts/build.ts')
    await until(() => expect(readdirSync(clone).join()).toContain('build-'))
    editFile(clone, 'shared/site/pages/contact.tsx', /$/, '\n')
    expect((await building).code).toBe(0)
    const before = inode('build')
    expect(await prestart({}, clone)).toEqual(built)
    expect(inode('build')).not.toBe(before)
  })

  test('builds where .env has come, not again, and where it is gone', async () => {
    const dotenv = join(clone, '.env')
    /** Whether it has built. */
    const hasBuilt = async () => {
      const before = inode('build')
      expect((await prestart({}, clone)).code).toBe(0)
      return inode('build') !== before
    }
    writeFileSync(dotenv, '')
    const seen = [await hasBuilt(), await hasBuilt()]
    rmSync(dotenv)
    expect([...seen, await hasBuilt()]).toEqual([true, false, true])
  })

  test('publishes a post on its day', async () => {
    const post = 'shared/site/content/blog/zukunft.md'
    editFile(clone, post, 'date: 2999-12-31', 'date: 2026-11-02')
    const isPublished = () => existsSync(join(clone, 'build/content/blog/zukunft.md.html'))
    const dayBefore = `${Date.UTC(2026, 10, 1) / 1000}`
    expect((await runScript(clone, 'scripts/build.ts', { SOURCE_DATE_EPOCH: dayBefore })).code).toBe(0)
    expect(isPublished()).toBe(false)
    expect(await prestart({}, clone)).toEqual(built)
    expect(isPublished()).toBe(true)
  })

  test('builds where the source is newer, and does not prerender', async () => {
    utimesSync(join(clone, 'build/manifest.json'), 1, 1)
    const before = { build: inode('build'), dist: inode('dist') }
    expect(await prestart({}, clone)).toEqual(built)
    expect(inode('build')).not.toBe(before.build)
    expect(inode('dist')).toBe(before.dist)
  })
})
