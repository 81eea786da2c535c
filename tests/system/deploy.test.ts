// The image's probe and the unit, run by the real programs. renderer/deploy.test.ts reads the files of deploy/ as data.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { root } from '../support/folders.ts'
import { needs } from '../support/needs.ts'
import { start } from '../support/process.ts'

const read = (name: string) => readFileSync(join(root, name), 'utf8')

test('the image knows whether its process is alive', async () => {
  const [, probe = '[]'] = /^HEALTHCHECK\b.*?(\[.*\])$/m.exec(read('Dockerfile')) ?? []
  const [shell = '', ...args]: string[] = JSON.parse(probe)
  const server = await start(inject('fixture'))
  const check = (PORT: string) => spawnSync(shell, args, { env: { ...process.env, PORT } }).status
  expect(check(`${server.port}`)).toBe(0)
  expect(check('2')).toBe(1) // No program has this port.
})

test('systemd understands the unit', needs('systemd-analyze'), () => {
  const file = join(mkdtempSync(join(tmpdir(), 'unit-')), 'site.service')
  writeFileSync(file, read('deploy/site.service').replace('/usr/bin/node', process.execPath))
  // It reads the units of the machine, too, and may warn of them: without these options their faults would count.
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--recursive-errors=no', file], {
    encoding: 'utf8',
  })
  const warnings = stderr.split('\n').filter(line => line.includes('site.service'))
  expect({ status, warnings }).toEqual({ status: 0, warnings: [] })
})
