import type { SpawnOptions } from 'node:child_process'
import {
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, sep } from 'node:path'
import { root } from './folders.ts'
import { launch } from './process.ts'

/** Excludes installed packages anywhere, and git's and generated files at the top of the project. */
const isSource = (path: string) => {
  const parts = relative(root, path).split(sep)
  const [top = ''] = parts
  return !parts.includes('node_modules') && !/^(\.git|\.env|screenshots|(build|dist)(-.*)?)$/.test(top)
}

/** A temporary folder. On macOS, tmpdir() is behind a link, and a module's URL has the link's target. */
const newFolder = () => realpathSync(mkdtempSync(join(tmpdir(), 'site-test-')))

/** Tests, which a build never reads: most of the project's files. */
const isTest = (path: string) =>
  /^(tests|features\/[^/]+\/(tests|fixture))$/.test(relative(root, path).replaceAll(sep, '/'))

/** Copies the project into a new folder. */
export function copyProject({ withTests = false } = {}): string {
  const folder = newFolder()
  cpSync(root, folder, {
    recursive: true,
    filter: path => isSource(path) && (withTests || !isTest(path)),
  })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction') // Junctions need no special rights on Windows.
  return folder
}

/** Copies a built folder. */
export function copyBuilt(built: string): string {
  const folder = newFolder()
  cpSync(built, folder, { recursive: true })
  return folder
}

/** Lets the site's files in a copy import the packages of tests/browser/package.json. */
export function linkPackages(folder: string): void {
  for (const siteFolder of SITE_FOLDERS)
    symlinkSync(
      join(root, 'tests/browser/node_modules'),
      join(folder, siteFolder, 'node_modules'),
      'junction',
    )
}

/** The folders that a site edits. */
const SITE_FOLDERS = ['shared/site', 'server/site']

/**
 * Turns a copy of the project into the fixture company's repository, as a company would: its two folders replace ours. Each
 * feature adds its own fixture's files, and adds lines such as routes to the core's files: insert.json.
 */
export function addFixture(folder: string): void {
  for (const siteFolder of SITE_FOLDERS) {
    rmSync(join(folder, siteFolder), { recursive: true })
    cpSync(join(root, 'tests/fixture', siteFolder), join(folder, siteFolder), { recursive: true })
  }
  for (const list of CODE_LISTS) cpSync(join(root, list), join(folder, list))
  const fixtures = globSync('features/*/fixture', { cwd: root })
  for (const fixture of fixtures)
    cpSync(join(root, fixture), folder, {
      recursive: true,
      filter: path => path !== join(root, fixture, INSERTS),
    })
  for (const { file, before, lines, feature } of fixtures.flatMap(insertsOf)) {
    const isThere = feature === undefined || existsSync(join(root, 'features', feature))
    if (isThere) editFile(folder, file, before, [...lines, before].join('\n'))
  }
}

/** Lines that a feature's fixture inserts into a file of another fixture, before a given text. */
interface Insert {
  file: string
  before: string
  lines: readonly string[]
  /** The feature that owns the file, if it isn't the core's. */
  feature?: string
}

/** The file in a feature's fixture that lists its additions to the core's files. */
const INSERTS = 'insert.json'

function insertsOf(fixture: string): Insert[] {
  const file = join(root, fixture, INSERTS)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []
}

/** The feature lists that import nothing else. The fixture uses the project's. */
const CODE_LISTS = [
  'server/site/features.ts',
  'server/site/build-features.ts',
  'shared/site/at-start.ts',
  'shared/site/at-hydration.ts',
  'shared/site/at-navigation.ts',
]

/** The feature lists. The stylesheet's list includes the site's own styles too. */
export const FEATURE_LISTS = [...CODE_LISTS, 'shared/site/styles/index.css']

/** Removes the engine's tests, as docs/upgrade.md allows a company to do. */
export function leaveOutEngineTests(folder: string): void {
  for (const name of ['server', 'client', 'browser', 'system'])
    rmSync(join(folder, 'tests', name), { recursive: true })
  const ofFeatures = globSync('features/*/{tests,fixture}/**/*.*', { cwd: folder })
  for (const file of ofFeatures)
    if (!/\.site\.test\./.test(file)) rmSync(join(folder, file), { recursive: true })
}

/** The variables that the engine reads, or that hosted CI and Vitest set. */
const OURS =
  /^(PORT|HOST|SITE_ORIGIN|SITE_VERSION|SERVE|TRUST_PROXY|HSTS|LOG_\w+|KEEP_ALIVE_TIMEOUT|SHUTDOWN_\w+|SOURCE_DATE_EPOCH|FIXTURE_\w+|CI|NODE_ENV|VITEST\w*)$/

/** The environment without variables that may be set for another purpose. */
export const cleanEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !OURS.test(name)))

/** The user who runs a program, if it isn't the one who runs the tests. */
export type User = Pick<SpawnOptions, 'uid' | 'gid'>

/** Runs Node in a copy. Resolves to its exit code and all of its output. */
export async function runNode(cwd: string, args: string[], env: NodeJS.ProcessEnv = {}, user: User = {}) {
  const options = { cwd, env: { ...cleanEnvironment(), ...env }, ...user }
  const { ended, written } = launch(process.execPath, args, options)
  return { code: await ended, output: written.stdout + written.stderr }
}

/** Runs a TypeScript script in a copy. */
export const runScript = (folder: string, script: string, env?: NodeJS.ProcessEnv, user?: User) =>
  runNode(folder, ['--import', 'tsx', script], env, user)

/** Edits a file of a copy atomically, as editors do. Returns a function that undoes the edit. */
export function editFile(folder: string, file: string, from: string | RegExp, to: string): () => void {
  const write = (text: string) => {
    writeFileSync(join(folder, '.edited'), text)
    renameSync(join(folder, '.edited'), join(folder, file))
  }
  const text = readFileSync(join(folder, file), 'utf8')
  const edited = text.replace(from, () => to)
  if (edited === text) throw new Error(`${file} does not have ${from}`)
  write(edited)
  return () => write(text)
}
