import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { readConfig } from '../../server/config.ts'
import { needs } from '../support/needs.ts'
import { start } from '../support/process.ts'

const read = (name: string) => readFileSync(name, 'utf8')
const dockerfile = read('Dockerfile')
const command = (name: string): string[] =>
  JSON.parse(new RegExp(`^${name}\\b.*?(\\[.*\\])$`, 'm').exec(dockerfile)?.[1] ?? '[]')
const unit = read('deploy/site.service')
const setting = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? ''
const { services } = parse(read('deploy/compose.yaml'), { merge: true })
const pod = parseAllDocuments(read('deploy/kubernetes.yaml'))[0]?.toJS().spec.template.spec
const [container] = pod.containers
const { shutdownTimeout } = readConfig({}, 'https://a.example')

const agree = (...values: unknown[]) => expect([...new Set(values)]).toHaveLength(1)

test('image, compose, Kubernetes and systemd agree on the user, the port, the memory and the command', () => {
  const { runAsUser, runAsGroup } = pod.securityContext
  agree(/^USER (.*)$/m.exec(dockerfile)?.[1], services['site-1'].user, `${runAsUser}:${runAsGroup}`)
  agree(/^EXPOSE (.*)$/m.exec(dockerfile)?.[1], `${container.ports[0].containerPort}`)
  const limits = [services['site-1'].mem_limit, container.resources.limits.memory, setting('MemoryMax')]
  agree(...limits.map(limit => Number.parseInt(limit, 10)))
  agree(`/usr/bin/${command('CMD').join(' ')}`, setting('ExecStart'))
})

test('each of them leaves a replica the time to end', () => {
  const { preStop } = container.lifecycle
  const given = [
    Number.parseInt(services['site-1'].stop_grace_period, 10),
    Number(setting('TimeoutStopSec')),
    pod.terminationGracePeriodSeconds - preStop.sleep.seconds,
  ]
  for (const seconds of given) expect(seconds * 1000).toBeGreaterThan(shutdownTimeout)
})

test('the program takes the variables that Kubernetes sets', () => {
  const env = Object.fromEntries(
    container.env.map(({ name, value }: Record<string, string>) => [name, value]),
  )
  expect(readConfig(env, 'https://a.example')).toMatchObject({ origin: env.SITE_ORIGIN })
})

test('the image knows whether its process is alive', async () => {
  const [shell = '', ...args] = command('HEALTHCHECK')
  const server = await start(inject('fixture'))
  const check = (PORT: string) => spawnSync(shell, args, { env: { ...process.env, PORT } }).status
  expect(check(`${server.port}`)).toBe(0)
  expect(check('2')).toBe(1) // No program has this port.
})

test('systemd understands the unit', needs('systemd-analyze'), () => {
  const folder = mkdtempSync(join(tmpdir(), 'unit-'))
  const file = join(folder, 'site.service')
  writeFileSync(file, unit.replace('/usr/bin/node', process.execPath))
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' })
  rmSync(folder, { recursive: true })
  expect([status, stderr]).toEqual([0, ''])
})
