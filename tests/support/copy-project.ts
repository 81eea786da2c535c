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

/** What is installed, wherever, and what is made or kept by git at the top of the project. */
const isSource = (path: string) => {
  const parts = relative(root, path).split(sep)
  const [top = ''] = parts
  return !parts.includes('node_modules') && !/^(\.git|\.env|screenshots|(build|dist)(-.*)?)$/.test(top)
}

/** A folder for temporary files. On macOS that is behind a link, and a module's address is that of its target. */
const newFolder = () => realpathSync(mkdtempSync(join(tmpdir(), 'site-test-')))

/** What a build reads nothing of: more files than all the rest. */
const isTest = (path: string) =>
  /^(tests|features\/[^/]+\/(tests|fixture))$/.test(relative(root, path).replaceAll(sep, '/'))

/** Copies the project into a new folder. */
export function copyProject({ withTests = false } = {}): string {
  const folder = newFolder()
  cpSync(root, folder, {
    recursive: true,
    filter: path => isSource(path) && (withTests || !isTest(path)),
  })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction') // Windows asks no rights for these.
  return folder
}

/** Copies a folder that was built. */
export function copyBuilt(built: string): string {
  const folder = newFolder()
  cpSync(built, folder, { recursive: true })
  return folder
}

/** Lets a site's files in a copy import the packages of tests/browser/package.json. */
export function linkPackages(folder: string): void {
  for (const owned of OWNED)
    symlinkSync(join(root, 'tests/browser/node_modules'), join(folder, owned, 'node_modules'), 'junction')
}

/** The folders that a site edits. */
const OWNED = ['shared/site', 'server/site']

/**
 * Makes a copy of the project that of the fixture's company, as a company does it: its two folders take the place of ours. A
 * feature adds the files of its own fixture, and lines to those of the core's, such as its routes: insert.json.
 */
export function layFixture(folder: string): void {
  for (const owned of OWNED) {
    rmSync(join(folder, owned), { recursive: true })
    cpSync(join(root, 'tests/fixture', owned), join(folder, owned), { recursive: true })
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

/** Lines that a feature's fixture adds to a file of another fixture, before a text of it. */
interface Insert {
  file: string
  before: string
  lines: readonly string[]
  /** The feature whose file it is, if it isn't the core's. */
  feature?: string
}

/** The file of a feature's fixture that names what it adds to the core's files. */
const INSERTS = 'insert.json'

function insertsOf(fixture: string): Insert[] {
  const file = join(root, fixture, INSERTS)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []
}

/** The lists of features that import nothing else. The fixture has those of the project. */
const CODE_LISTS = [
  'server/site/features.ts',
  'server/site/build-features.ts',
  'shared/site/at-start.ts',
  'shared/site/at-hydration.ts',
  'shared/site/at-navigation.ts',
]

/** The lists of features. The one of stylesheets names a site's own, too. */
export const FEATURE_LISTS = [...CODE_LISTS, 'shared/site/styles/index.css']

/** Takes the tests of the engine away, as docs/upgrade.md lets a company do. */
export function leaveOutEngineTests(folder: string): void {
  for (const name of ['renderer', 'client', 'browser', 'system'])
    rmSync(join(folder, 'tests', name), { recursive: true })
  const ofFeatures = globSync('features/*/{tests,fixture}/**/*.*', { cwd: folder })
  for (const file of ofFeatures)
    if (!/\.site\.test\./.test(file)) rmSync(join(folder, file), { recursive: true })
}

/** The variables that the engine reads, and what hosted CI and vitest set. */
const OURS =
  /^(PORT|HOST|SITE_ORIGIN|SITE_VERSION|SERVE|TRUST_PROXY|HSTS|LOG_\w+|KEEP_ALIVE_TIMEOUT|SHUTDOWN_\w+|SOURCE_DATE_EPOCH|FIXTURE_\w+|CI|NODE_ENV|VITEST\w*)$/

/** The environment without what somebody may have exported for another purpose. */
export const cleanEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !OURS.test(name)))

/** As whom a program runs, if not as the tests do. */
export type User = Pick<SpawnOptions, 'uid' | 'gid'>

/** Runs Node in a copy. Resolves to its exit code and all that it has written. */
export async function runNode(cwd: string, args: string[], env: NodeJS.ProcessEnv = {}, user: User = {}) {
  const options = { cwd, env: { ...cleanEnvironment(), ...env }, ...user }
  const { ended, written } = launch(process.execPath, args, options)
  return { code: await ended, output: written.stdout + written.stderr }
}

/** Runs a script in a copy that is written in TypeScript. */
export const runScript = (folder: string, script: string, env?: NodeJS.ProcessEnv, user?: User) =>
  runNode(folder, ['--import', 'tsx', script], env, user)

/** Edits a file of a copy, at once, as editors do it. Returns what takes the edit back. */
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
