// deploy/kubernetes.yaml, read as data: a Deployment of three replicas, its Service, and its PodDisruptionBudget.
import { describe, expect, test } from 'vitest'
import {
  bytesOf,
  container,
  containerVariables,
  isMeant,
  keysOf,
  kubernetes,
  pod,
  read,
  units,
} from '../support/deploy-files.ts'
import { program } from '../support/fixture-site.ts'

const { deployment, service, budget } = kubernetes

test('Kubernetes has these settings, and no others', () => {
  expect(
    {
      deployment: keysOf(deployment).filter(line => !line.startsWith('spec.template.spec.containers.')),
      containers: pod.containers.map((each: unknown) => keysOf(each)),
      service: keysOf(service),
      budget: keysOf(budget),
      others: kubernetes.others,
    },
    isMeant,
  ).toEqual({
    deployment: [
      'top: apiVersion kind metadata spec',
      'metadata: name',
      'spec: replicas selector strategy template',
      'spec.selector: matchLabels',
      'spec.selector.matchLabels: app',
      'spec.strategy: rollingUpdate',
      'spec.strategy.rollingUpdate: maxSurge maxUnavailable',
      'spec.template: metadata spec',
      'spec.template.metadata: labels',
      'spec.template.metadata.labels: app',
      'spec.template.spec: automountServiceAccountToken securityContext terminationGracePeriodSeconds containers',
      'spec.template.spec.securityContext: runAsNonRoot runAsUser runAsGroup seccompProfile',
      'spec.template.spec.securityContext.seccompProfile: type',
    ],
    containers: [
      [
        'top: name image ports env livenessProbe readinessProbe lifecycle resources securityContext',
        'ports.0: name containerPort',
        'env.0: name value',
        'env.1: name value',
        'livenessProbe: httpGet timeoutSeconds',
        'livenessProbe.httpGet: path port',
        'readinessProbe: httpGet periodSeconds timeoutSeconds',
        'readinessProbe.httpGet: path port',
        'lifecycle: preStop',
        'lifecycle.preStop: sleep',
        'lifecycle.preStop.sleep: seconds',
        'resources: requests limits',
        'resources.requests: cpu memory',
        'resources.limits: memory',
        'securityContext: allowPrivilegeEscalation readOnlyRootFilesystem capabilities',
        'securityContext.capabilities: drop',
      ],
    ],
    service: [
      'top: apiVersion kind metadata spec',
      'metadata: name',
      'spec: selector ports',
      'spec.selector: app',
      'spec.ports.0: name port targetPort',
    ],
    budget: [
      'top: apiVersion kind metadata spec',
      'metadata: name',
      'spec: maxUnavailable selector',
      'spec.selector: matchLabels',
      'spec.selector.matchLabels: app',
    ],
    others: [],
  })
})

describe('replicas in Kubernetes', () => {
  test('are three, and one at most is away during a release or a drain', () => {
    const { replicas, strategy } = deployment.spec
    expect({ replicas, ...strategy.rollingUpdate, drain: budget.spec.maxUnavailable }).toEqual({
      replicas: 3,
      maxSurge: 1,
      maxUnavailable: 0,
      drain: 1,
    })
  })

  test('are known as a Deployment, a Service and a PodDisruptionBudget of one name', () => {
    expect(container.name, 'what kubectl logs -c asks for').toBe('site')
    const parts = [deployment, service, budget].map(({ apiVersion, kind, metadata }) => ({
      apiVersion,
      kind,
      name: metadata.name,
    }))
    expect(parts).toEqual([
      { apiVersion: 'apps/v1', kind: 'Deployment', name: 'site' },
      { apiVersion: 'v1', kind: 'Service', name: 'site' },
      { apiVersion: 'policy/v1', kind: 'PodDisruptionBudget', name: 'site' },
    ])
  })

  test('get the requests of the service at their port', () => {
    const { selector, ports } = service.spec
    expect({ selector, ports }).toEqual({
      selector: deployment.spec.template.metadata.labels,
      ports: [{ name: 'http', port: 80, targetPort: 'http' }],
    })
  })

  test('are what a release and a drain count', () => {
    const { labels } = deployment.spec.template.metadata
    expect({
      labels,
      release: deployment.spec.selector.matchLabels,
      drain: budget.spec.selector.matchLabels,
    }).toEqual({ labels: { app: 'site' }, release: labels, drain: labels })
  })

  test('listen on the port of the image', () => {
    expect(container.ports).toEqual([{ name: 'http', containerPort: 3000 }])
  })

  test('may use 512 MiB of memory', () => {
    expect(bytesOf(container.resources.limits.memory, units.kubernetes)).toBe(536_870_912)
  })

  test('use 352 MiB, as it was measured', () => {
    const [, measured] = /at most (\d+) MiB/.exec(read('deploy/kubernetes.yaml')) ?? []
    expect(measured).toBe('352')
  })

  test('have a quarter of a processor and 256 MiB each, and no limit of processors', () => {
    const { requests, limits } = container.resources
    expect({ ...requests, memory: bytesOf(requests.memory, units.kubernetes), limit: limits.cpu }).toEqual({
      cpu: '250m',
      memory: 268_435_456,
      limit: undefined,
    })
  })

  test('are asked at /healthz whether they live, and restarted after three failed probes', () => {
    expect(container.livenessProbe).toEqual({
      httpGet: { path: '/healthz', port: 'http' },
      timeoutSeconds: 3,
      // Not set: every 10 seconds, three times. https://kubernetes.io/docs/reference/kubernetes-api/workload-resources/pod-v1/#Probe
    })
  })

  test('are asked at /readyz every two seconds whether they get requests', () => {
    expect(container.readinessProbe).toEqual({
      httpGet: { path: '/readyz', port: 'http' },
      periodSeconds: 2,
      timeoutSeconds: 2,
    })
  })

  test('get SIGTERM five seconds late, when the cluster sends no more requests', () => {
    expect(container.lifecycle).toEqual({ preStop: { sleep: { seconds: 5 } } })
  })

  test('have twenty seconds to end, more than those five and the eight of SHUTDOWN_TIMEOUT', () => {
    expect(pod.terminationGracePeriodSeconds).toBe(20)
  })

  test('are started again when they end', () => {
    expect(pod.restartPolicy).toBeUndefined() // Not set: always.
  })

  test('run as a user who is not root', () => {
    const { runAsNonRoot, runAsUser, runAsGroup } = pod.securityContext
    expect({ runAsNonRoot, runAsUser, runAsGroup }).toEqual({
      runAsNonRoot: true,
      runAsUser: 1000,
      runAsGroup: 1000,
    })
  })

  test('have a read-only root, no capabilities, seccomp, and no token of the cluster', () => {
    expect({
      container: container.securityContext,
      seccompProfile: pod.securityContext.seccompProfile,
      automountServiceAccountToken: pod.automountServiceAccountToken,
    }).toEqual({
      container: {
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      },
      seccompProfile: { type: 'RuntimeDefault' },
      automountServiceAccountToken: false,
    })
  })

  test('have these variables, and the defaults of all others: the proxy before them is not ours to trust', () => {
    expect(containerVariables).toEqual({ SITE_ORIGIN: 'https://www.example.com', SITE_VERSION: '1.0.0' })
  })

  test('are of an image that has the release in its tag', () => {
    expect({ image: container.image, release: containerVariables.SITE_VERSION }).toEqual({
      image: 'registry.example.com/site:1.0.0',
      release: '1.0.0',
    })
  })

  // The first line of the file asks for other values.
  test('take their origin and their release from these variables', () => {
    const { origin, release } = program.readConfig(containerVariables, 'https://a.example')
    const { SITE_ORIGIN, SITE_VERSION } = containerVariables
    expect({ origin, release }).toEqual({ origin: SITE_ORIGIN, release: SITE_VERSION })
  })
})
