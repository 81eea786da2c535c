import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { readConfig } from '../server/config.ts'
import { leaveOut } from './support/needs.ts'
import { start, stop } from './support/process.ts'
import { root } from './support/server.ts'

const read = (name: string) => readFileSync(join(root, name), 'utf8')

const { shutdownTimeout } = readConfig({})

describe('the manifest for Kubernetes', () => {
  const documents = parseAllDocuments(read('deploy/kubernetes.yaml')).map(document => document.toJS())
  const find = (kind: string) => documents.find(document => document.kind === kind)
  const pod = find('Deployment').spec.template.spec
  const [container] = pod.containers

  test('runs several replicas, of which one at a time may go', () => {
    expect(find('HorizontalPodAutoscaler').spec.minReplicas).toBeGreaterThanOrEqual(3)
    expect(find('PodDisruptionBudget').spec.maxUnavailable).toBe(1)
    expect(find('Deployment').spec.strategy.rollingUpdate.maxUnavailable).toBe(0)
  })

  test('asks the right addresses whether a replica lives, and whether it wants traffic', () => {
    expect(container.livenessProbe.httpGet).toEqual({ path: '/healthz', port: 'http' })
    expect(container.readinessProbe.httpGet).toEqual({ path: '/readyz', port: 'http' })
  })

  test('leaves time to end: for the cluster, then for the requests under way', () => {
    const needed = container.lifecycle.preStop.sleep.seconds + shutdownTimeout / 1000
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(needed)
  })

  test('gives the process no privilege', () => {
    expect(pod).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } },
    })
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
  })

  test('says only what the program understands', () => {
    const env = Object.fromEntries(
      container.env.map(({ name, value }: Record<string, string>) => [name, value]),
    )
    // No ingress of Kubernetes sets the request's id by itself, and lets none through from outside.
    expect(readConfig(env)).toEqual({ ...readConfig({}), origin: env.SITE_ORIGIN })
  })
})

describe('compose.yaml', () => {
  const { services } = parse(read('deploy/compose.yaml'), { merge: true })
  const rotated = { driver: 'local', options: { 'max-size': expect.any(String) } }

  test('names a version, so that there is one to go back to, and rotates every log', () => {
    expect(services['site-1'].image).toContain(':${SITE_VERSION:?')
    for (const service of Object.values(services)) expect(service).toMatchObject({ logging: rotated })
  })

  test.each(['site-1', 'site-2', 'site-3'])('gives %s no privilege, and time to end', name => {
    expect(services[name]).toMatchObject({
      user: '1000:1000',
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      environment: { TRUST_PROXY: 'true' },
      logging: rotated,
    })
    expect(Number.parseInt(services[name].stop_grace_period, 10) * 1000).toBeGreaterThan(shutdownTimeout)
    for (const file of ['deploy/nginx.conf', 'deploy/Caddyfile']) expect(read(file)).toContain(`${name}:3000`)
  })

  const compose = spawnSync('docker', ['compose', 'version']).status === 0
  const config = (env: Record<string, string>) =>
    spawnSync('docker', ['compose', '-f', join(root, 'deploy/compose.yaml'), 'config', '-q'], {
      env: { PATH: process.env.PATH, ...env },
      encoding: 'utf8',
    })
  test('is what docker compose understands', leaveOut(!compose, 'docker compose is not installed'), () => {
    const { status, stderr } = config({ SITE_ADDRESS: 'your.site', SITE_VERSION: '1.0.0' })
    expect([status, stderr]).toEqual([0, ''])
    expect(config({ SITE_VERSION: '1.0.0' }).stderr).toContain('write the public name into .env')
    expect(config({ SITE_ADDRESS: 'your.site' }).stderr).toContain('write the version into .env')
  })
})

describe('site.service', () => {
  const unit = read('deploy/site.service')
  const setting = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? ''

  test('starts what the image starts, in its own folder, and leaves it time to end', () => {
    const [node, ...args] = commandOfImage()
    expect(setting('ExecStart').split(' ')).toEqual([`/usr/bin/${node}`, ...args])
    expect(Number(setting('TimeoutStopSec')) * 1000).toBeGreaterThan(shutdownTimeout)
  })

  const analyze = (...args: string[]) => spawnSync('systemd-analyze', args, { encoding: 'utf8' })
  const without = leaveOut(analyze('--version').status !== 0, 'systemd-analyze is not installed')
  test('is what systemd understands, and leaves the process little', without, () => {
    const folder = mkdtempSync(join(tmpdir(), 'unit-'))
    const file = join(folder, 'site.service')
    writeFileSync(file, unit.replace('/usr/bin/node', process.execPath))
    const verified = analyze('verify', file)
    expect([verified.status, verified.stderr]).toEqual([0, ''])
    // From 0, nothing left to take away, to 10. A service that takes no care has 9.6.
    const { stdout } = analyze('security', '--offline=yes', '--no-pager', file)
    expect(Number(/Overall exposure level .*: ([\d.]+)/.exec(stdout)?.[1])).toBeLessThan(2)
    rmSync(folder, { recursive: true })
  })
})

/** What the image runs. */
const commandOfImage = (): string[] => JSON.parse(/^CMD (\[.*\])$/m.exec(read('Dockerfile'))?.[1] ?? '[]')

// That it builds, starts on a read-only root and ends with 0 is tried by .ci/image; its command is run in lifecycle.test.ts.
describe('the image', () => {
  const dockerfile = read('Dockerfile')

  test('has the user and the port that compose.yaml and kubernetes.yaml name', () => {
    const { spec } = parseAllDocuments(read('deploy/kubernetes.yaml')).map(document => document.toJS())[0]
    const { securityContext, containers } = spec.template.spec
    const user = `${securityContext.runAsUser}:${securityContext.runAsGroup}`
    expect(/^USER (.*)$/m.exec(dockerfile)?.[1]).toBe(user)
    expect(/^EXPOSE (.*)$/m.exec(dockerfile)?.[1]).toBe(String(containers[0].ports[0].containerPort))
    expect(parse(read('deploy/compose.yaml'), { merge: true }).services['site-1'].user).toBe(user)
  })

  test('knows whether its process lives', async () => {
    const [node = '', ...args] = JSON.parse(/^HEALTHCHECK .* CMD (\[.*\])$/m.exec(dockerfile)?.[1] ?? '[]')
    const server = await start()
    const check = () => spawnSync(node, args, { env: { ...process.env, PORT: String(server.port) } }).status
    expect(check()).toBe(0)
    await stop(server)
    expect(check()).toBe(1)
  })

  test('carries the bill of what is in the bundle', () => {
    const bill = JSON.parse(execFileSync('npm', ['run', '--silent', 'sbom'], { cwd: root, encoding: 'utf8' }))
    const names = bill.components.map(({ name }: { name: string }) => name)
    expect(names).toEqual(expect.arrayContaining(Object.keys(JSON.parse(read('package.json')).dependencies)))
    for (const name of ['vitest', 'typescript', 'playwright-core']) expect(names).not.toContain(name)
  })
})
