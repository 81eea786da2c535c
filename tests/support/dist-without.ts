import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { manifest } from './fixture-site.ts'

/** A dist/ folder of the fixture's build without pages. */
export function distWithout(origin: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'dist-'))
  const record = { buildId: manifest.buildId, origin, paths: [], hostFiles: [] }
  writeFileSync(join(folder, '.build.json'), JSON.stringify(record))
  writeFileSync(join(folder, '404.html'), 'not found')
  return folder
}
