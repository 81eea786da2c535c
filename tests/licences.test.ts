import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { licences } from '../scripts/build/licences.ts'
import { build, dist, root } from './support/server.ts'

const read = (...path: string[]) => readFileSync(join(...path), 'utf8')
const licenceOf = (name: string) => read(root, 'node_modules', name, 'LICENSE').trim()

describe('the licences of what is shipped', () => {
  test.each(['react', 'react-dom', 'scheduler'])('dist/licences.txt holds that of %s, for visitors', name => {
    expect(read(dist, 'licences.txt')).toContain(licenceOf(name))
  })

  test('dist/licences.txt holds that of each typeface', () => {
    expect(read(dist, 'licences.txt')).toContain(read(root, 'shared/fonts/LICENSE').trim())
  })

  test.each(['express', 'helmet', 'pino', 'react-router'])('build/licences.txt names %s', name => {
    expect(read(build, 'licences.txt')).toMatch(new RegExp(`^(.*, )?${name}(, .*)?$`, 'm'))
  })

  test('a package without one ends the build', () => {
    const folder = mkdtempSync(join(tmpdir(), 'licences-'))
    const inputs = { 'node_modules/@some/package/index.js': { bytesInOutput: 1 } }
    const outputs = { bundle: { inputs, bytes: 1, imports: [], exports: [] } }
    expect(() => licences(folder, { outputs })).toThrow(/^node_modules\/@some\/package is bundled/)
    rmSync(folder, { recursive: true })
  })
})
