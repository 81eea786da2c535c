// The image's probe and the unit of systemd, run by the real programs. tests/renderer/deploy-image.test.ts
// and deploy-systemd.test.ts read both as data.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { root } from '../support/folders.ts'
import { leaveOut, needs } from '../support/needs.ts'
import { start } from '../support/process.ts'

const read = (name: string) => readFileSync(join(root, name), 'utf8')

const noBash = leaveOut(process.platform === 'win32', 'Windows has no bash')
describe("the image's HEALTHCHECK", noBash, () => {
  const [, probe = '[]'] = /^HEALTHCHECK\b.*?(\[.*\])$/m.exec(read('Dockerfile')) ?? []
  const [shell = '', ...args]: string[] = JSON.parse(probe)
  const exitCode = (PORT: string) => spawnSync(shell, args, { env: { ...process.env, PORT } }).status

  let port: number
  beforeAll(async () => {
    port = (await start(inject('fixture'))).port
  })

  test('is 0 where the process answers', () => {
    expect(exitCode(`${port}`)).toBe(0)
  })

  test('is 1 where no process listens', () => {
    expect(exitCode('2')).toBe(1) // No program has this port.
  })
})

describe('systemd', needs('systemd-analyze'), () => {
  /** What it says of the unit. It reads the units of the machine, too, and may warn of them. */
  function warningsOf(unit: string): string[] {
    const file = join(mkdtempSync(join(tmpdir(), 'unit-')), 'site.service')
    writeFileSync(file, unit.replace('/usr/bin/node', process.execPath)) // It looks whether the program is there.
    const { stderr } = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' })
    return stderr.split('\n').filter(line => line.includes('site.service'))
  }

  test('has nothing to say of the unit', () => {
    expect(warningsOf(read('deploy/site.service'))).toEqual([])
  })

  test('would say it: of a value that it does not know, and of a program that is not there', () => {
    const damaged = read('deploy/site.service')
      .replace(/^MemoryMax=.*$/m, 'MemoryMax=much')
      .replace(/^ExecStart=\S+/m, 'ExecStart=/nothing')
    const warnings = warningsOf(damaged)
    expect(warnings).toContainEqual(expect.stringContaining('much'))
    expect(warnings).toContainEqual(expect.stringContaining('/nothing'))
  })
})
