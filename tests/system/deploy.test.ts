// The files that an operator and CI copy or run, tested with the programs that read them: the image's probe with bash, the unit
// with systemd, the scripts with shellcheck. proxies.test.ts starts nginx and Caddy with their files, and
// server/deploy/deploy-agreement.test.ts reads all of them as data.
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { read } from '../support/deploy-files.ts'
import { root } from '../support/folders.ts'
import { find, needs, skipIf } from '../support/needs.ts'
import { launch } from '../support/process.ts'

/** The command of the image's probe. */
const probe: string[] = JSON.parse(/^HEALTHCHECK\b.*?(\[.*\])$/m.exec(read('Dockerfile'))?.[1] ?? '[]')

const noBash = skipIf(process.platform === 'win32', 'Windows has no bash')
describe("the image's HEALTHCHECK", noBash, () => {
  const exitCode = (port: number) => {
    const [shell = '', ...args] = probe
    return launch(shell, args, { env: { PATH: process.env.PATH, PORT: String(port) } }).ended
  }

  test.each([
    { answer: 200, code: 0 },
    { answer: 500, code: 1 },
    { answer: 404, code: 1 }, // Another program listens at the port.
  ])('exits with $code if /healthz responds with $answer', async ({ answer, code }) => {
    const server = createServer((req, res) => void res.writeHead(req.url === '/healthz' ? answer : 400).end())
    onTestFinished(() => void server.close())
    await once(server.listen(0, '127.0.0.1'), 'listening')
    expect(await exitCode((server.address() as AddressInfo).port)).toBe(code)
  })

  test('uses the default port if PORT is empty, as compose passes an unset variable', async () => {
    const server = createServer((_req, res) => void res.end())
    onTestFinished(() => void server.close())
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const { port } = server.address() as AddressInfo
    const [shell = '', ...args] = probe
    const atPort = args.map(text => text.replace('PORT:-3000', `PORT:-${port}`)) // Another program may have 3000.
    expect(await launch(shell, atPort, { env: { PATH: process.env.PATH, PORT: '' } }).ended).toBe(0)
  })

  test('exits with 1 if no process listens', async () => {
    expect(await exitCode(2)).toBe(1) // No program uses this port.
  })
})

describe('systemd', needs('systemd-analyze'), () => {
  /** Its warnings about the unit. It reads the machine's units, too, and may warn about them. */
  function warningsOf(unit: string): string[] {
    const file = join(mkdtempSync(join(tmpdir(), 'unit-')), 'site.service')
    writeFileSync(file, unit.replace('/usr/bin/node', process.execPath)) // It checks that the program exists.
    const { stderr } = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' })
    return stderr.split('\n').filter(line => line.includes('site.service'))
  }

  test('has no warnings about the unit', () => {
    expect(warningsOf(read('deploy/site.service'))).toEqual([])
  })

  test('rates the exposure of the service at 3 of 10 or lower', () => {
    const file = join(root, 'deploy/site.service')
    const args = ['security', '--offline=true', '--threshold=30', '--no-pager', file]
    const { status, stdout } = spawnSync('systemd-analyze', args, { encoding: 'utf8' })
    expect({ status, lastLine: stdout.trim().split('\n').at(-1) }).toMatchObject({ status: 0 })
  })
})

describe('shellcheck', needs('shellcheck'), () => {
  test.each([
    { what: '.ci/run', script: read('.ci/run') },
    { what: '.ci/test-image', script: read('.ci/test-image') },
    { what: "the image's HEALTHCHECK", script: probe.at(-1) ?? '' },
  ])('has no errors or warnings about $what', ({ script }) => {
    const args = ['--shell=bash', '--severity=warning', '-'] // `-` reads stdin.
    const { status, stdout } = spawnSync(find('shellcheck') ?? '', args, { input: script, encoding: 'utf8' })
    expect({ status, stdout }).toEqual({ status: 0, stdout: '' })
  })
})
