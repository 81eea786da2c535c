import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, sep } from 'node:path'
import { text } from 'node:stream/consumers'

const root = join(import.meta.dirname, '../..')

/** What is made, installed or kept by git, at the top of the project. */
const isSource = (path: string) =>
  !/^(node_modules|\.git|\.env|screenshots|(build|dist)(-.*)?)$/.test(
    relative(root, path).split(sep)[0] ?? '',
  )

/** Copies the project into a folder of its own, which is gone when this process ends. */
export function copyProject(): string {
  // On macOS the folder for temporary files is a link, and a module's address is that of its target.
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'site-test-')))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  cpSync(root, folder, { recursive: true, filter: isSource })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction') // Windows asks no rights for these.
  return folder
}

/** What the fixture's company edits within a file. Everything else of it stands in tests/fixture/ as a whole file. */
const edits: [file: string, from: RegExp, to: string][] = [
  [
    'server/policy.ts',
    /^export const allowed: Allowed = \{.*?^\}/ms,
    `export const allowed: Allowed = {
  sources: { 'form-action': ["'self'"], 'media-src': ["'self'"] },
  features: { fullscreen: ['self'], 'picture-in-picture': ['self'] },
}`,
  ],
  [
    'shared/styles/tokens.css',
    /--paper: .*/,
    '--paper: light-dark(oklch(0.98 0.012 95), oklch(0.18 0.02 170));',
  ],
  ['shared/styles/tokens.css', /--ink: .*/, '--ink: light-dark(oklch(0.24 0.04 160), oklch(0.96 0.01 95));'],
  [
    'shared/styles/tokens.css',
    /--accent: .*/,
    '--accent: light-dark(oklch(0.5 0.12 160), oklch(0.78 0.13 160));',
  ],
]

/** Makes a copy of the project that of the fixture's company: of the owner's content nothing stays. */
export function layFixture(folder: string): void {
  for (const owned of ['shared/content', 'shared/public'])
    rmSync(join(folder, owned), { recursive: true, force: true })
  cpSync(join(root, 'tests/fixture'), folder, { recursive: true })
  for (const [file, from, to] of edits) {
    const before = readFileSync(join(folder, file), 'utf8')
    if (!from.test(before))
      throw new Error(`${file} no longer has ${from}: mend tests/support/copy-project.ts`)
    writeFileSync(
      join(folder, file),
      before.replace(from, () => to),
    )
  }
}

/** The variables that the renderer reads, and what hosted CI and vitest set. */
const OURS =
  /^(PORT|HOST|SITE_ORIGIN|SITE_VERSION|SERVE|TRUST_PROXY|HSTS|LOG_\w+|KEEP_ALIVE_TIMEOUT|SHUTDOWN_TIMEOUT|SOURCE_DATE_EPOCH|SOURCES|INBOX|CI|NODE_ENV|VITEST\w*)$/

/** The environment without what somebody may have exported for another purpose. */
export const cleanEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !OURS.test(name)))

/** Runs one of the project's commands in a copy. Resolves to its exit code and all that it wrote. */
export async function runScript(folder: string, script: string, env: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, ['--import', 'tsx', script], {
    cwd: folder,
    env: { ...cleanEnvironment(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const end = () => child.kill()
  process.once('exit', end)
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  process.off('exit', end)
  return { code: code as number | null, output: out + err }
}
