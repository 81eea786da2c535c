// What the files of deploy/ and the Dockerfile say, read as data. system/ runs them: the proxies, the unit, the image's
// probe.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { program } from '../support/fixture-site.ts'
import { root } from '../support/folders.ts'

const read = (name: string) => readFileSync(join(root, name), 'utf8')

const dockerfile = read('Dockerfile')
/** What stands behind an instruction of the Dockerfile that it has once. */
const instruction = (name: string) => new RegExp(`^${name} (.*)$`, 'm').exec(dockerfile)?.[1]
const unit = read('deploy/site.service')
/** The value of a setting that the unit has once. */
const setting = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1]
const { services } = parse(read('deploy/compose.yaml'), { merge: true })
const replicas = ['site-1', 'site-2', 'site-3'].map(name => services[name])
const [replica] = replicas
const [deployment, service, budget] = parseAllDocuments(read('deploy/kubernetes.yaml')).map(part =>
  part.toJS(),
)
const pod = deployment.spec.template.spec
const [container] = pod.containers

type Variable = { name: string; value: string }

test('a replica may use 512 MiB, however each file writes it', () => {
  expect({
    compose: replica.mem_limit,
    kubernetes: container.resources.limits.memory,
    systemd: setting('MemoryMax'),
  }).toEqual({ compose: '512m', kubernetes: '512Mi', systemd: '512M' })
})

test('a replica has more than the 8 seconds of SHUTDOWN_TIMEOUT to end', () => {
  expect({
    compose: replica.stop_grace_period,
    kubernetes: pod.terminationGracePeriodSeconds - container.lifecycle.preStop.sleep.seconds,
    systemd: setting('TimeoutStopSec'),
  }).toEqual({ compose: '10s', kubernetes: 15, systemd: '10' })
})

test('a replica runs as the same user, who is not root', () => {
  const { runAsNonRoot, runAsUser, runAsGroup } = pod.securityContext
  expect({
    image: instruction('USER'),
    compose: replica.user,
    kubernetes: { runAsNonRoot, runAsUser, runAsGroup },
    systemd: setting('DynamicUser'),
  }).toEqual({
    image: '1000:1000',
    compose: '1000:1000',
    kubernetes: { runAsNonRoot: true, runAsUser: 1000, runAsGroup: 1000 },
    systemd: 'yes',
  })
})

test('a replica writes no file and gets no privileges', () => {
  const { read_only, cap_drop, security_opt } = replica
  expect({ compose: { read_only, cap_drop, security_opt }, kubernetes: container.securityContext }).toEqual({
    compose: { read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] },
    kubernetes: {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    },
  })
})

test('image and systemd start the same command', () => {
  const [node, ...args]: string[] = JSON.parse(instruction('CMD') ?? '[]')
  expect(setting('ExecStart')).toBe(`/usr/bin/${node} ${args.join(' ')}`)
  expect(args).toEqual(expect.arrayContaining(['--permission', 'build/server.js']))
})

describe('compose', () => {
  test('starts three replicas that differ in nothing', () => {
    expect(replicas).toEqual([replica, replica, replica])
  })

  test('lets the replicas trust Caddy, which stands before them: each visitor has an address of their own', () => {
    expect(replica.environment).toEqual({
      SITE_ORIGIN: `https://\${SITE_ADDRESS}`,
      SITE_VERSION: `\${SITE_VERSION}`,
      SERVE: `\${SERVE:-live}`,
      TRUST_PROXY: 'true',
    })
    expect(Object.keys(services)).toEqual(['site-1', 'site-2', 'site-3', 'proxy'])
    expect({ replica: replica.ports, proxy: services.proxy.ports }).toEqual({
      replica: undefined,
      proxy: ['80:80', '443:443', '443:443/udp'],
    })
  })
})

describe('Kubernetes', () => {
  // Its first line asks for other values. TRUST_PROXY is not set: what an ingress passes on depends on the ingress.
  test('sets an origin and a release that the program takes', () => {
    const variables = container.env.map(({ name, value }: Variable) => [name, value])
    const env: Record<string, string> = Object.fromEntries(variables)
    const { origin, release } = program.readConfig(env, 'https://a.example')
    expect({ origin, release }).toEqual({ origin: env.SITE_ORIGIN, release: env.SITE_VERSION })
  })

  test('asks /healthz whether a replica lives, and /readyz whether it gets requests, at the port of the image', () => {
    const { livenessProbe, readinessProbe, ports } = container
    expect({ image: instruction('EXPOSE'), ports }).toEqual({
      image: '3000',
      ports: [{ name: 'http', containerPort: 3000 }],
    })
    expect({ liveness: livenessProbe.httpGet, readiness: readinessProbe.httpGet }).toEqual({
      liveness: { path: '/healthz', port: 'http' },
      readiness: { path: '/readyz', port: 'http' },
    })
  })

  test('has three replicas, and one at most is away during a release or a drain', () => {
    const { replicas, strategy } = deployment.spec
    expect({ replicas, ...strategy.rollingUpdate, drain: budget.spec.maxUnavailable }).toEqual({
      replicas: 3,
      maxSurge: 1,
      maxUnavailable: 0,
      drain: 1,
    })
  })

  test('sends the requests of the service to the port of the replicas', () => {
    const { selector, ports } = service.spec
    expect({ selector, ports }).toEqual({
      selector: deployment.spec.template.metadata.labels,
      ports: [{ name: 'http', port: 80, targetPort: 'http' }],
    })
  })
})
