import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { leaveOut } from '../../support/needs.ts'

/** The current Chromium, and the oldest one that the site supports. */
const packaged = ['@sparticuz/chromium', 'chromium-109'] as const
export type Packaged = (typeof packaged)[number]

const modules = join(import.meta.dirname, '../node_modules')

const isHere = `${process.platform} ${process.arch}` === 'linux x64'
/** Options for tests that need a packaged Chromium. */
export const needsPackaged = () => leaveOut(!isHere, 'npm has its Chromium for Linux on x64 alone')

/** Unpacks each Chromium. Called once before the tests, because they run in several processes. */
export function unpackCarried(): void {
  if (isHere) for (const name of packaged) carried(name)
}

/**
 * The launch options of a Chromium that an npm package carries, with the libraries and the typeface that a bare Debian
 * lacks. It doesn't use the package's own code, which unpacks every version into the same file of /tmp: another process
 * may start that file before it's complete.
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
