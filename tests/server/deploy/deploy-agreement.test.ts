// What the server, the files in deploy/ and the documents must agree on, which no program checks. system/proxies.test.ts
// and system/deploy.test.ts run the files.
import { describe, expect, test } from 'vitest'
import { createHttpServer } from '../../../server/http/http-server.ts'
import { PAGE_TIMEOUT_MS } from '../../../server/render/page-limits.ts'
import {
  blocksOf,
  compose,
  instruction,
  kubernetes,
  mebibytesOf,
  millisecondsOf,
  read,
  setting,
  valuesIn,
} from '../../support/deploy-files.ts'
import { sectionOf } from '../../support/documents.ts'
import { readConfig } from '../../support/engine.ts'
import { listen, siteOf } from '../../support/fixture-site.ts'
import { request } from '../../support/http.ts'

const { deployment, service, budget } = kubernetes
const pod = deployment.spec.template.spec
const [container] = pod.containers
const { proxy, ...replicas } = compose.services
const replica = replicas['site-1']
const config = readConfig({}, 'https://a.example')

const nginx = (name: string) => valuesIn(read('deploy/nginx.conf'), name)
const caddy = (name: string) => valuesIn(read('deploy/Caddyfile'), name)
/** The command that starts the image in CI as deploy/ does. */
const inCI = /docker run (.*?)"\$image"/s.exec(read('.ci/test-image'))?.[1] ?? ''

describe('timeouts', () => {
  const passingTo = (group: string) =>
    blocksOf('deploy/nginx.conf', 'location').find(({ text }) => text.includes(`proxy_pass http://${group};`))
  const ofNginx = (group: string) => {
    const [wait] = valuesIn(passingTo(group)?.text ?? '', 'proxy_read_timeout')
    return millisecondsOf(wait)
  }
  const ofCaddy = (begin: string, name: string) => {
    const block = blocksOf('deploy/Caddyfile', 'reverse_proxy').find(found => found.begin === begin)
    return millisecondsOf(valuesIn(block?.text ?? '', name)[0])
  }
  const page = { nginx: ofNginx('pages'), caddy: ofCaddy('@page', 'response_header_timeout') }
  const endpoint = { nginx: ofNginx('endpoints'), caddy: ofCaddy('', 'response_header_timeout') }
  const all = {
    nginx: millisecondsOf(nginx('proxy_next_upstream_timeout')[0]),
    caddy: millisecondsOf(caddy('lb_try_duration')[0]),
  }
  const connect = [...nginx('proxy_connect_timeout'), ...caddy('dial_timeout')].map(millisecondsOf)
  const { headersTimeout, requestTimeout, timeout: stalled } = createHttpServer(() => {}, [])
  /** By default nginx keeps a connection to a replica for 60 s: https://nginx.org/en/docs/http/ngx_http_upstream_module.html#keepalive_timeout */
  const idle = {
    nginx: millisecondsOf(nginx('keepalive_timeout')[0] ?? '60s'),
    caddy: ofCaddy('@page', 'keepalive'),
  }

  test.each<[string, Record<string, number>]>([
    [
      'a page behind nginx',
      {
        connecting: Math.max(...connect),
        server: PAGE_TIMEOUT_MS,
        nginx: page.nginx,
        'all replicas': all.nginx,
      },
    ],
    [
      'a page behind Caddy',
      {
        server: PAGE_TIMEOUT_MS,
        caddy: page.caddy,
        'a part of the page': ofCaddy('@page', 'read_timeout'),
        'all replicas': all.caddy,
      },
    ],
    [
      'an endpoint behind Caddy',
      { start: endpoint.caddy, 'a part of the answer': ofCaddy('', 'read_timeout') },
    ],
    ['an idle connection of nginx', { nginx: idle.nginx, server: config.keepAliveTimeout }],
    ['an idle connection of Caddy', { caddy: idle.caddy, server: config.keepAliveTimeout }],
    [
      'a shutdown that Caddy notices',
      {
        caddy: millisecondsOf(caddy('health_interval')[0]),
        'connections are accepted': config.shutdownDelay,
      },
    ],
    [
      'a shutdown in compose',
      { SHUTDOWN_TIMEOUT: config.shutdownTimeout, grace: millisecondsOf(replica.stop_grace_period) },
    ],
    [
      'a shutdown under systemd',
      { SHUTDOWN_TIMEOUT: config.shutdownTimeout, grace: millisecondsOf(setting('TimeoutStopSec')) },
    ],
    [
      'a shutdown in Kubernetes',
      {
        SHUTDOWN_TIMEOUT: config.shutdownTimeout,
        grace: 1000 * (pod.terminationGracePeriodSeconds - container.lifecycle.preStop.sleep.seconds),
      },
    ],
  ])('of %s are each longer than the one before', (_, durations) => {
    const routes = Object.entries(durations)
    const wrong = routes.filter(([, ms], n) => !(ms > (routes[n - 1]?.[1] ?? 0)))
    expect(wrong, JSON.stringify(durations)).toEqual([])
  })

  test('are equal in nginx and Caddy, and for slow clients equal to the server’s', () => {
    expect({
      page: page.nginx,
      endpoint: endpoint.nginx,
      all: all.nginx,
      headers: [...nginx('client_header_timeout'), ...caddy('read_header')].map(millisecondsOf),
      body: caddy('read_body').map(millisecondsOf),
    }).toEqual({
      page: page.caddy,
      endpoint: endpoint.caddy,
      all: all.caddy,
      headers: [headersTimeout, headersTimeout],
      body: [requestTimeout],
    })
  })

  test('match docs/operations.md', () => {
    const routes = read('docs/operations.md').matchAll(/^\| (.*?)(?:[,;] .*?)? \| (\d+)(?: to \d+)? s \|/gm)
    const documented = Object.fromEntries(
      Array.from(routes, ([, what, seconds]) => [what, Number(seconds) * 1000]),
    )
    const { 'waiting for a permit to load a page': ofData, ...others } = documented // The feature tests this one.
    expect(others).toEqual({
      'a page': PAGE_TIMEOUT_MS,
      'a proxy waits for a page': page.nginx,
      'a proxy tries all replicas': all.nginx,
      'the headers of a request': headersTimeout,
      'a whole request': requestTimeout,
      'an endpoint that sends nothing': endpoint.nginx,
      'a connection without progress': stalled,
      'keep-alive': config.keepAliveTimeout,
      '`SHUTDOWN_TIMEOUT`': config.shutdownTimeout,
    })
  })
})

describe('a replica', () => {
  test('has the same memory limit everywhere', () => {
    const [, ofCI] = /--memory (\S+)/.exec(inCI) ?? []
    const limit = mebibytesOf(replica.mem_limit, 'm')
    expect({
      kubernetes: mebibytesOf(container.resources.limits.memory, 'Mi'), // In Kubernetes, M is a million bytes.
      systemd: mebibytesOf(setting('MemoryMax'), 'M'),
      ci: mebibytesOf(ofCI, 'm'),
    }).toEqual({ kubernetes: limit, systemd: limit, ci: limit })
  })

  test('has the same process limit under systemd and in CI as in compose', () => {
    const [, ofCI] = /--pids-limit (\S+)/.exec(inCI) ?? []
    expect([setting('TasksMax'), ofCI].map(Number)).toEqual([replica.pids_limit, replica.pids_limit])
  })

  test('runs as the image’s user, which isn’t root', () => {
    const { runAsUser, runAsGroup, runAsNonRoot } = pod.securityContext
    const user = instruction('USER')
    expect(user).not.toMatch(/^(0|root)\b/)
    expect({ compose: replica.user, kubernetes: `${runAsUser}:${runAsGroup}`, runAsNonRoot }).toEqual({
      compose: user,
      kubernetes: user,
      runAsNonRoot: true,
    })
    expect(setting('DynamicUser')).toBe('yes') // Its own user.
  })

  test('has a read-only root and can’t gain privileges, and neither can the proxy in compose', () => {
    const services: object[] = Object.values(compose.services)
    expect(services).toEqual(
      services.map(() =>
        expect.objectContaining({
          read_only: true,
          cap_drop: ['ALL'],
          security_opt: ['no-new-privileges:true'],
        }),
      ),
    )
    expect(replica.cap_add).toBeUndefined()
    expect(container.securityContext).toEqual({
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
      allowPrivilegeEscalation: false,
    })
    for (const option of ['--read-only', '--cap-drop ALL', '--security-opt no-new-privileges'])
      expect(inCI, 'the image as CI tries it').toContain(option)
  })

  test('starts under systemd with the image’s arguments', () => {
    const [node, ...args]: string[] = JSON.parse(instruction('CMD') ?? '[]')
    expect(setting('ExecStart')).toBe(`/usr/bin/${node} ${args.join(' ')}`)
  })

  test('gets only variables that the server knows, with valid values', () => {
    const known = Array.from(
      sectionOf('docs/operations.md', 'Configuration').matchAll(/^\| ((?:`[A-Z_]+`(?:, )?)+) \|/gm),
      ([, names = '']) => names.replaceAll('`', '').split(', '),
    ).flat()
    const fromFile: Record<string, string> = { SITE_ADDRESS: 'a.example', SITE_VERSION: '1.0.0', SERVE: '' }
    const ofCompose = Object.entries<string>(replica.environment).map(([name, value]) => [
      name,
      value.replace(
        /\$\{(\w+)(:-)?(\w*)\}/g,
        (_, variable, _default, fallback) => fromFile[variable] || fallback,
      ),
    ])
    const ofKubernetes = container.env.map(({ name, value }: { name: string; value: string }) => [
      name,
      value,
    ])
    for (const variables of [ofCompose, ofKubernetes]) {
      expect(known).toEqual(expect.arrayContaining(variables.map(([name]: [string]) => name)))
      readConfig(Object.fromEntries(variables), 'https://a.example')
    }
  })
})

test('nginx sets every header that TRUST_PROXY trusts, and docs/operations.md lists them', () => {
  const trusted = ['X-Request-Id', 'X-Forwarded-For', 'X-Forwarded-Host', 'X-Forwarded-Proto']
  expect(nginx('proxy_set_header').map(value => value.split(' ')[0])).toEqual(expect.arrayContaining(trusted))
  const documented = sectionOf('docs/operations.md', 'Behind a proxy').match(/`X-[\w-]+`/g)
  expect(documented).toEqual(expect.arrayContaining(trusted.map(name => `\`${name}\``)))
})

test('the command in nginx.conf and docs/operations.md turns the cache on, and edits nothing else', () => {
  const file = read('deploy/nginx.conf')
  const [command = '', pattern = ''] = /sed -i 's\/(.*?)\/.*$/m.exec(file) ?? []
  expect(read('docs/operations.md')).toContain(command)
  const inJavaScript = new RegExp(pattern.replace('\\(', '(').replace('\\)', ')'))
  const edited = file.split('\n').filter(line => inJavaScript.test(line))
  expect(edited).toEqual(file.match(/^ *#cache .*$/gm))
})

describe('requests reach the replicas', () => {
  test('at their compose names and the image’s port', () => {
    const named = (file: string) => read(file).match(/\bsite-\d:\d+\b/g)
    const [, port = ''] = /\bPORT=(\d+)/.exec(instruction('ENV') ?? '') ?? []
    expect(Number(port)).toBe(config.port)
    const wanted = new Set(Object.keys(replicas).map(name => `${name}:${port}`))
    expect(new Set(named('deploy/nginx.conf'))).toEqual(wanted)
    expect(new Set(named('deploy/Caddyfile'))).toEqual(wanted)
    expect({
      image: instruction('EXPOSE'),
      ci: /--publish 127\.0\.0\.1::(\d+)/.exec(inCI)?.[1],
      readme: /docker run -p \d+:(\d+)/.exec(read('deploy/README.md'))?.[1],
      kubernetes: container.ports,
      service: service.spec.ports[0].targetPort,
    }).toEqual({
      image: port,
      ci: port,
      readme: port,
      kubernetes: [{ name: 'http', containerPort: config.port }],
      service: 'http',
    })
  })

  test('in Kubernetes by the pods’ labels, which the deployment and the disruption budget share', () => {
    const { labels } = deployment.spec.template.metadata
    expect([
      deployment.spec.selector.matchLabels,
      service.spec.selector,
      budget.spec.selector.matchLabels,
    ]).toEqual([labels, labels, labels])
  })
})

describe('probes', () => {
  const liveness = [container.livenessProbe.httpGet.path, /GET (\S+) HTTP/.exec(read('Dockerfile'))?.[1]]
  const readiness = [
    container.readinessProbe.httpGet.path,
    ...caddy('health_uri'),
    ...nginx('proxy_pass')
      .map(address => new URL(address).pathname)
      .filter(path => path !== '/'),
    /\$url(\/\w+)/.exec(read('.ci/test-image'))?.[1],
  ]
  const statuses = async (url: string, paths: readonly string[]) =>
    Promise.all(paths.map(async path => (await request(url + path)).status))

  test.each([
    { what: 'is ready', ready: true, expected: { alive: [200, 200], ready: [200, 200, 200, 200] } },
    { what: 'is shutting down', ready: false, expected: { alive: [200, 200], ready: [503, 503, 503, 503] } },
  ])('request paths that the server has when it $what', async ({ ready, expected }) => {
    await using site = await listen(await siteOf({ isReady: () => ready }))
    expect({ alive: await statuses(site.url, liveness), ready: await statuses(site.url, readiness) }).toEqual(
      expected,
    )
  })
})

test('the tests, image, CI, systemd unit, server and README agree with package.json on the Node version', () => {
  const version: string = JSON.parse(read('package.json')).devDependencies.node
  const [major] = version.split('.')
  expect({
    tests: process.version,
    image: /^FROM node:(\d+)/m.exec(read('Dockerfile'))?.[1],
    ci: /image: node:(\d+)/.exec(read('.github/workflows/ci.yml'))?.[1],
    unit: /with Node (\d+)/.exec(read('deploy/site.service'))?.[1],
    server: /NEEDED = (\d+)/.exec(read('server/start/server.ts'))?.[1],
    readme: /needs Node (\d+)/.exec(read('deploy/README.md'))?.[1],
  }).toEqual({ tests: `v${version}`, image: major, ci: major, unit: major, server: major, readme: major })
})

test('the image is built without the files that Git ignores, such as .env', () => {
  const names = (file: string) =>
    read(file)
      .split('\n')
      .map(line => line.replace(/^#.*|^\/|\/$/g, ''))
  expect(names('.gitignore')).toContain('.env')
  expect(names('.dockerignore')).toEqual(expect.arrayContaining(names('.gitignore').filter(Boolean)))
})
