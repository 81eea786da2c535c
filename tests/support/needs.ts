import { existsSync } from 'node:fs'
import { delimiter, resolve } from 'node:path'

declare module 'vitest' {
  interface TaskMeta {
    /** Why the test was left out. */
    leftOut?: string
  }
}

/** CHROME_PATH names a Chromium that is not on the path. */
const { CHROME_PATH = 'chromium' } = process.env

/** Programs that some tests run and not every machine has: Debian's package, and the names of the file. */
const programs = {
  nginx: { from: 'nginx', files: ['nginx'] },
  caddy: { from: 'caddy', files: ['caddy'] },
  apache2: { from: 'apache2', files: ['apache2'] },
  openssl: { from: 'openssl', files: ['openssl'] },
  firefox: { from: 'firefox-esr', files: ['firefox-esr', 'firefox'] },
  WebKitWebDriver: { from: 'webkit2gtk-driver', files: ['WebKitWebDriver'] },
  Xvfb: { from: 'xvfb', files: ['Xvfb'] },
  chromium: { from: 'chromium', files: [CHROME_PATH, 'chromium', 'chromium-browser', 'google-chrome'] },
}
export type Program = keyof typeof programs

// Debian keeps servers in /usr/sbin, which is not on everybody's path.
const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']

/** The file of a program, if this machine has it. */
export const find = (program: Program): string | undefined =>
  folders.flatMap(folder => programs[program].files.map(file => resolve(folder, file))).find(existsSync)

/** Options for a test, or a group of them, that needs programs: left out where one is missing, but not with TESTS=all. */
export function needs(...names: Program[]) {
  const missing = names.filter(name => !find(name)).map(name => programs[name].from)
  const reason = `install ${missing.join(' ')} (Debian’s names)`
  if (missing.length > 0 && process.env.TESTS === 'all')
    throw new Error(`TESTS=all leaves out no browser and no proxy: ${reason}`)
  return leaveOut(missing.length > 0, reason)
}

/** Options for a test, or a group of them, that is left out for a reason. The run says so at its end. */
export const leaveOut = (when: boolean, reason: string) =>
  when ? { skip: true, meta: { leftOut: reason } } : {}
