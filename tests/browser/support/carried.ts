import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { leaveOut } from '../../support/needs.ts'

/** Today's, and the oldest that the site is built for. */
const packaged = ['@sparticuz/chromium', 'chromium-109'] as const
export type Packaged = (typeof packaged)[number]

const modules = join(import.meta.dirname, '../node_modules')

const isHere = `${process.platform} ${process.arch}` === 'linux x64'
/** Options for tests that need it. */
export const needsPackaged = () => leaveOut(!isHere, 'npm has its Chromium for Linux on x64 alone')

/** Unpacks each Chromium where it runs. Called once before the tests, of which several processes would do it at one time. */
export function unpackCarried(): void {
  if (isHere) for (const name of packaged) carried(name)
}

/**
 * How to start a Chromium that an npm package carries, with the libraries and the typeface that a bare Debian lacks.
 * Not by the package's own code: that unpacks every version into the same file of /tmp, which the test file in the
 * next process may start before it is whole.
 */
export function carried(name: Packaged) {
  const { version } = JSON.parse(readFileSync(join(modules, name, 'package.json'), 'utf8'))
  const folder = join(modules, '.cache', `chromium-${version}`)
  if (!existsSync(folder)) unpack(name, folder)
  return {
    executablePath: join(folder, 'chromium'),
    env: {
      ...process.env,
      LD_LIBRARY_PATH: join(folder, 'lib'),
      FONTCONFIG_FILE: join(folder, 'fonts.conf'),
    },
  }
}

function unpack(name: string, folder: string): void {
  mkdirSync(dirname(folder), { recursive: true })
  const fresh = mkdtempSync(`${folder}-`)
  const read = (archive: string) => brotliDecompressSync(readFileSync(join(modules, archive)))
  writeFileSync(join(fresh, 'chromium'), read(`${name}/bin/chromium.br`), { mode: 0o755 })
  for (const archive of ['al2023', 'fonts'])
    execFileSync('tar', ['-x', '-C', fresh], { input: read(`@sparticuz/chromium/bin/${archive}.tar.br`) })
  writeFileSync(
    join(fresh, 'fonts.conf'),
    `<fontconfig><include ignore_missing="yes">/etc/fonts/fonts.conf</include><dir>${folder}/fonts</dir></fontconfig>\n`,
  )
  try {
    renameSync(fresh, folder)
  } catch (error) {
    rmSync(fresh, { recursive: true })
    if (!existsSync(folder)) throw error // Otherwise another process was faster.
  }
}
