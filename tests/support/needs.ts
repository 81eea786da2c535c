import { existsSync } from 'node:fs'
import { delimiter, resolve } from 'node:path'

declare module 'vitest' {
  interface TaskMeta {
    /** Why the test was left out. */
    leftOut?: string
  }
}

/** Programs that some tests run and not every machine has, with their Debian packages. */
const packages = {
  nginx: 'nginx',
  caddy: 'caddy',
  apache2: 'apache2',
  openssl: 'openssl',
  'firefox-esr': 'firefox-esr',
  WebKitWebDriver: 'webkit2gtk-driver',
  Xvfb: 'xvfb',
  'systemd-analyze': 'systemd',
  shellcheck: 'shellcheck',
  prlimit: 'util-linux',
}
export type NeededProgram = keyof typeof packages

// Debian has servers in /usr/sbin, which isn't on every user's path.
const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']

/** The file of a program, if this machine has it. */
export const find = (program: NeededProgram): string | undefined =>
  folders.map(folder => resolve(folder, program)).find(existsSync)

/** Options for a test or a describe that needs programs: left out if one is missing, unless TESTS=all is set. */
export function needs(...names: NeededProgram[]) {
  const missing = names.filter(name => !find(name)).map(name => packages[name])
  const reason = `install ${missing.join(' ')} (Debian’s names)`
  if (missing.length > 0 && process.env.TESTS === 'all')
    throw new Error(`TESTS=all leaves nothing out: ${reason}`)
  return leaveOut(missing.length > 0, reason)
}

/** Options for a test or a describe that is left out for a reason, which the run reports at the end. */
export const leaveOut = (when: boolean, reason: string) =>
  when ? { skip: true, meta: { leftOut: reason } } : {}
