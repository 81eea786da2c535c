// What the files of deploy/ and the Dockerfile say, read as data: limits, probes, privileges, TLS, logs, time-outs.
// system/ runs them: the proxies, the hosts, the unit, the image's probe.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { program } from '../support/fixture-site.ts'
import { root } from '../support/folders.ts'

const read = (name: string) => readFileSync(join(root, name), 'utf8')

/** The values of a setting, wherever a configuration of nginx has it. */
const inNginx = (file: string) => (name: string) =>
  Array.from(read(file).matchAll(new RegExp(`^ *${name} ([^;{]*);`, 'gm')), ([, value]) => value)
/** Those that a Caddyfile has, without comments; "" where it has a setting without a value. */
const inCaddy = (file: string) => (name: string) =>
  Array.from(
    read(file).matchAll(new RegExp(`^\t*${name}(?: (?!{$)(.*?))?(?: #.*| {)?$`, 'gm')),
    ([, value = '']) => value,
  )

const nginx = inNginx('deploy/nginx.conf')
const nginxOfFiles = inNginx('deploy/static/nginx.conf')
const caddy = inCaddy('deploy/Caddyfile')
const caddyOfFiles = inCaddy('deploy/static/Caddyfile')

const dockerfile = read('Dockerfile')
/** What stands behind an instruction of the image that runs, which has it once. */
const instruction = (name: string) => new RegExp(`^${name} (.*)$`, 'm').exec(dockerfile)?.[1]

const unit = read('deploy/site.service')
/** The value of a setting that the unit has once. */
const setting = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1]

const { services } = parse(read('deploy/compose.yaml'), { merge: true })
const replicas = ['site-1', 'site-2', 'site-3'].map(name => services[name])
const [replica] = replicas
const { proxy } = services

const [deployment, service, budget] = parseAllDocuments(read('deploy/kubernetes.yaml')).map(part =>
  part.toJS(),
)
const pod = deployment.spec.template.spec
const [container] = pod.containers

type Variable = { name: string; value: string }

/** What the program does where no variable says otherwise. */
const defaults = program.readConfig({}, 'https://a.example')

const KIB = 1024
const MIB = 1024 * KIB
/** What each program takes a unit of memory for. In Kubernetes M is a million bytes, and m a thousandth of one. */
const units = {
  // https://docs.docker.com/reference/compose-file/extension/#specifying-byte-values
  compose: { k: KIB, m: MIB, g: KIB * MIB },
  // https://kubernetes.io/docs/concepts/configuration/manage-resources-containers/#meaning-of-memory
  kubernetes: { m: 0.001, k: 1000, M: 1000 ** 2, G: 1000 ** 3, Ki: KIB, Mi: MIB, Gi: KIB * MIB },
  // https://www.freedesktop.org/software/systemd/man/latest/systemd.resource-control.html
  systemd: { K: KIB, M: MIB, G: KIB * MIB },
}
function bytesOf(text: string | undefined, unitsOfProgram: Record<string, number>): number {
  const [, number, name = ''] = /^(\d+)(\w+)$/.exec(text ?? '') ?? []
  return Number(number) * (unitsOfProgram[name] ?? Number.NaN)
}

/** In milliseconds. What has no unit is seconds. */
function timeOf(text: string | number | undefined): number {
  const [, number, name = 's'] = /^(\d+)(ms|s)?$/.exec(String(text)) ?? []
  return Number(number) * (name === 's' ? 1000 : 1)
}

describe('memory', () => {
  test('a replica may use 512 MiB, however each file writes it', () => {
    expect({
      compose: bytesOf(replica.mem_limit, units.compose),
      kubernetes: bytesOf(container.resources.limits.memory, units.kubernetes),
      systemd: bytesOf(setting('MemoryMax'), units.systemd),
    }).toEqual({ compose: 536_870_912, kubernetes: 536_870_912, systemd: 536_870_912 })
  })

  test('every file names the 352 MiB that were measured', () => {
    for (const name of ['README.md', 'compose.yaml', 'kubernetes.yaml']) {
      const [, measured] = /(?:up to|at most) (\d+) MiB/.exec(read(`deploy/${name}`)) ?? []
      expect({ name, measured }).toEqual({ name, measured: '352' })
    }
  })

  test('Kubernetes keeps a quarter of a processor and 256 MiB for each replica, and limits no processor', () => {
    const { requests, limits } = container.resources
    expect({ ...requests, memory: bytesOf(requests.memory, units.kubernetes), limit: limits.cpu }).toEqual({
      cpu: '250m',
      memory: 268_435_456,
      limit: undefined,
    })
  })

  test('a replica may start 64 processes and threads', () => {
    expect({ compose: replica.pids_limit, systemd: setting('TasksMax') }).toEqual({
      compose: 64,
      systemd: '64',
    })
  })
})

describe('SIGTERM', () => {
  test('a replica has more time to end than the 8 seconds of SHUTDOWN_TIMEOUT, in milliseconds', () => {
    expect({
      SHUTDOWN_TIMEOUT: defaults.shutdownTimeout,
      compose: timeOf(replica.stop_grace_period),
      kubernetes: timeOf(pod.terminationGracePeriodSeconds),
      systemd: timeOf(setting('TimeoutStopSec')),
    }).toEqual({ SHUTDOWN_TIMEOUT: 8000, compose: 10_000, kubernetes: 20_000, systemd: 10_000 })
  })

  test('Kubernetes sends it five seconds late, when the cluster sends no more requests', () => {
    expect(container.lifecycle).toEqual({ preStop: { sleep: { seconds: 5 } } })
  })

  test('no file sets SHUTDOWN_TIMEOUT, or a signal of its own', () => {
    expect({
      compose: { variables: Object.keys(replica.environment), signal: replica.stop_signal },
      kubernetes: { variables: container.env.map(({ name }: Variable) => name) },
      systemd: { variables: setting('Environment'), signal: setting('KillSignal') },
      image: { signal: instruction('STOPSIGNAL') },
    }).toEqual({
      compose: { variables: ['SITE_ORIGIN', 'SITE_VERSION', 'SERVE', 'TRUST_PROXY'], signal: undefined },
      kubernetes: { variables: ['SITE_ORIGIN', 'SITE_VERSION'] },
      systemd: { variables: 'NODE_ENV=production', signal: undefined },
      image: { signal: undefined },
    })
  })
})

describe('probes', () => {
  test('Kubernetes asks /healthz whether a replica lives: it restarts one after three failed probes', () => {
    expect(container.livenessProbe).toEqual({
      httpGet: { path: '/healthz', port: 'http' },
      timeoutSeconds: 3,
      // Not set: every 10 seconds, three times. https://kubernetes.io/docs/reference/kubernetes-api/workload-resources/pod-v1/#Probe
    })
  })

  test('Kubernetes asks /readyz every two seconds whether a replica gets requests', () => {
    expect(container.readinessProbe).toEqual({
      httpGet: { path: '/readyz', port: 'http' },
      periodSeconds: 2,
      timeoutSeconds: 2,
    })
  })

  test('they ask the port that the image listens on, at every address', () => {
    expect({
      environment: instruction('ENV')
        ?.split(' ')
        .filter(variable => /^(HOST|PORT)=/.test(variable)),
      exposed: instruction('EXPOSE'),
      kubernetes: container.ports,
    }).toEqual({
      environment: ['HOST=0.0.0.0', 'PORT=3000'],
      exposed: '3000',
      kubernetes: [{ name: 'http', containerPort: 3000 }],
    })
  })

  test('the image asks /healthz at its own port every ten seconds, and compose has no probe beside it', () => {
    const [, options, probe] = /^HEALTHCHECK (.*) CMD (\[.*)$/m.exec(dockerfile) ?? []
    expect({ options, compose: replica.healthcheck }).toEqual({
      options: '--interval=10s --timeout=3s --start-period=5s',
      compose: undefined,
    })
    expect(probe).toContain('127.0.0.1/$PORT')
    expect(probe).toContain('GET /healthz HTTP/1.0')
  })

  test('Caddy asks /readyz four times a second, and nginx with each request to an endpoint', () => {
    expect({
      caddy: [...caddy('health_uri'), ...caddy('health_interval'), ...caddy('health_timeout')],
      nginx: nginx('proxy_pass').filter(address => address?.endsWith('/readyz')),
    }).toEqual({
      caddy: ['/readyz', '250ms', '3s'],
      nginx: ['http://endpoints/readyz'],
    })
  })
})

describe('privileges', () => {
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

  test('compose: a replica has a read-only root, no capabilities, and gets no privileges', () => {
    const { read_only, cap_drop, cap_add, security_opt, privileged, volumes } = replica
    expect({ read_only, cap_drop, cap_add, security_opt, privileged, volumes }).toEqual({
      read_only: true,
      cap_drop: ['ALL'],
      cap_add: undefined,
      security_opt: ['no-new-privileges:true'],
      privileged: undefined,
      volumes: undefined,
    })
  })

  test('compose: Caddy has a read-only root, and may listen on ports 80 and 443 alone', () => {
    const { read_only, cap_drop, cap_add, security_opt, volumes, tmpfs } = proxy
    expect({ read_only, cap_drop, cap_add, security_opt, volumes, tmpfs }).toEqual({
      read_only: true,
      cap_drop: ['ALL'],
      cap_add: ['NET_BIND_SERVICE'],
      security_opt: ['no-new-privileges:true'],
      volumes: ['.:/etc/caddy:ro', 'certificates:/data'],
      tmpfs: ['/config'],
    })
  })

  test('Kubernetes: a replica has a read-only root, no capabilities, seccomp, and no token of the cluster', () => {
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

  // DynamicUser=yes says ProtectSystem=strict, NoNewPrivileges=yes and PrivateTmp=yes, too:
  // https://www.freedesktop.org/software/systemd/man/latest/systemd.exec.html#DynamicUser=
  test('systemd: a replica has no capabilities, no devices and no homes, and the system calls of a service', () => {
    const names = [
      'CapabilityBoundingSet',
      'PrivateDevices',
      'ProtectHome',
      'RestrictAddressFamilies',
      'RestrictNamespaces',
      'SystemCallArchitectures',
      'SystemCallFilter',
    ]
    expect(Object.fromEntries(names.map(name => [name, setting(name)]))).toEqual({
      CapabilityBoundingSet: '',
      PrivateDevices: 'yes',
      ProtectHome: 'yes',
      RestrictAddressFamilies: 'AF_INET AF_INET6',
      RestrictNamespaces: 'yes',
      SystemCallArchitectures: 'native',
      SystemCallFilter: '@system-service',
    })
  })

  test("image and systemd start Node with the same arguments: it may read the site's folder and use the network", () => {
    const [node, ...args]: string[] = JSON.parse(instruction('CMD') ?? '[]')
    expect(setting('ExecStart')).toBe(`/usr/bin/${node} ${args.join(' ')}`)
    expect(args).toEqual([
      '--permission',
      '--allow-fs-read=.',
      '--allow-net',
      '--disable-warning=ExperimentalWarning',
      'build/server.js',
    ])
  })
})

describe('replicas', () => {
  test('compose starts three that differ in nothing, and one proxy before them', () => {
    expect(Object.keys(services)).toEqual(['site-1', 'site-2', 'site-3', 'proxy'])
    expect(replicas).toEqual([replica, replica, replica])
    expect({ image: proxy.image, after: proxy.depends_on }).toEqual({
      image: 'caddy:2',
      after: ['site-1', 'site-2', 'site-3'],
    })
  })

  test('the proxies ask these three: nginx each of them once more when all have failed', () => {
    const three = ['site-1:3000', 'site-2:3000', 'site-3:3000']
    const backups = three.map(name => `${name} backup max_fails=0`)
    const ofEndpoints = three.map(name => `${name} fail_timeout=2s`)
    expect(caddy('to')).toEqual([three.join(' ')])
    expect(nginx('server')).toEqual([...three, ...backups, ...ofEndpoints, ...backups])
  })

  test('nginx uses every processor, and its workers share connections, and what they know of the replicas', () => {
    expect({
      workers: nginx('worker_processes'),
      connections: nginx('worker_connections'),
      shared: nginx('zone'),
      kept: nginx('keepalive'),
    }).toEqual({
      workers: ['auto'],
      connections: ['4096'],
      shared: ['pages 64k', 'endpoints 64k'],
      kept: ['32'], // To pages alone: a POST on a connection that the replica is closing would be lost.
    })
  })

  test('compose lets visitors reach the proxy, and no replica', () => {
    expect({ replica: replica.ports, proxy: proxy.ports }).toEqual({
      replica: undefined,
      proxy: ['80:80', '443:443', '443:443/udp'],
    })
  })

  test('Kubernetes has three, and one at most is away during a release or a drain', () => {
    const { replicas, strategy } = deployment.spec
    expect({ replicas, ...strategy.rollingUpdate, drain: budget.spec.maxUnavailable }).toEqual({
      replicas: 3,
      maxSurge: 1,
      maxUnavailable: 0,
      drain: 1,
    })
  })

  test('Kubernetes knows them as a Deployment, a Service and a PodDisruptionBudget of one name', () => {
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

  test('Kubernetes sends the requests of the service to their port', () => {
    const { selector, ports } = service.spec
    expect({ selector, ports }).toEqual({
      selector: deployment.spec.template.metadata.labels,
      ports: [{ name: 'http', port: 80, targetPort: 'http' }],
    })
  })

  test('Kubernetes counts for release and drain what it starts', () => {
    const { labels } = deployment.spec.template.metadata
    expect({
      release: deployment.spec.selector.matchLabels,
      drain: budget.spec.selector.matchLabels,
    }).toEqual({ release: labels, drain: labels })
  })

  test('systemd starts one with the machine, after its network', () => {
    expect({ with: setting('WantedBy'), after: setting('After') }).toEqual({
      with: 'multi-user.target',
      after: 'network.target',
    })
  })

  test('one that ends is started again, however often', () => {
    expect({
      compose: { replica: replica.restart, proxy: proxy.restart },
      kubernetes: pod.restartPolicy, // Not set: always.
      systemd: [setting('Restart'), setting('RestartSec'), setting('StartLimitIntervalSec')],
    }).toEqual({
      compose: { replica: 'always', proxy: 'always' },
      kubernetes: undefined,
      systemd: ['always', '1', '0'],
    })
  })
})

describe('variables', () => {
  test('compose: origin, release and mode come from .env', () => {
    const { SITE_ORIGIN, SITE_VERSION, SERVE } = replica.environment
    expect({ SITE_ORIGIN, SITE_VERSION, SERVE, proxy: proxy.environment }).toEqual({
      SITE_ORIGIN: `https://\${SITE_ADDRESS}`,
      SITE_VERSION: `\${SITE_VERSION}`,
      SERVE: `\${SERVE:-live}`,
      proxy: { SITE_ADDRESS: `\${SITE_ADDRESS}` },
    })
  })

  test('compose: the image has the release in its tag, and is built for the origin', () => {
    const { image, build } = replica
    expect({ image, build }).toEqual({
      image: expect.stringMatching(/^site:\$\{SITE_VERSION:\?.+\}$/),
      build: {
        context: '..',
        args: { SITE_ORIGIN: expect.stringMatching(/^https:\/\/\$\{SITE_ADDRESS:\?.+\}$/) },
      },
    })
  })

  test('Kubernetes: the image has the release in its tag', () => {
    const { value } = container.env.find(({ name }: Variable) => name === 'SITE_VERSION') ?? {}
    expect({ image: container.image, release: value }).toEqual({
      image: 'registry.example.com/site:1.0.0',
      release: '1.0.0',
    })
  })

  // Its first line asks for other values.
  test('Kubernetes: the program takes the origin and the release', () => {
    const variables = container.env.map(({ name, value }: Variable) => [name, value])
    const env: Record<string, string> = Object.fromEntries(variables)
    const { origin, release } = program.readConfig(env, 'https://a.example')
    expect({ origin, release }).toEqual({ origin: env.SITE_ORIGIN, release: env.SITE_VERSION })
  })

  test('image and systemd: React is the production build', () => {
    expect({ image: instruction('ENV')?.split(' '), systemd: setting('Environment') }).toEqual({
      image: expect.arrayContaining(['NODE_ENV=production']),
      systemd: 'NODE_ENV=production',
    })
  })

  test('systemd: those of the operator are in a file that may be missing, beside a folder for each release', () => {
    expect({ file: setting('EnvironmentFile'), folder: setting('WorkingDirectory') }).toEqual({
      file: '-/etc/site.env',
      folder: '/srv/site',
    })
  })
})

describe('TRUST_PROXY', () => {
  test('is true where a proxy of ours stands before the replicas: each visitor has an address of their own', () => {
    expect(replica.environment.TRUST_PROXY).toBe('true')
    for (const name of ['nginx.conf', 'Caddyfile'])
      expect(read(`deploy/${name}`), name).toMatch(/^#.*Start the replicas with TRUST_PROXY=true\./m)
  })

  test('is not set where what stands before is not ours, or nothing does', () => {
    const inKubernetes = container.env.map(({ name }: Variable) => name)
    expect(defaults.trustProxy).toBe(false)
    expect([...inKubernetes, setting('Environment'), instruction('ENV')].join(' ')).not.toContain(
      'TRUST_PROXY',
    )
  })

  // Caddy sets X-Forwarded-* itself, and believes no visitor’s: https://caddyserver.com/docs/caddyfile/directives/reverse_proxy#defaults
  test('is right behind nginx and Caddy: they set what the site trusts, whatever a visitor has sent', () => {
    expect(nginx('proxy_set_header')).toEqual([
      'Connection ""',
      'Host $host',
      'X-Request-Id $request_id',
      'X-Forwarded-For $remote_addr',
      'X-Forwarded-Proto $scheme',
      'Content-Length ""', // Of the mirrored request to /readyz, which has none of these headers.
    ])
    expect({ set: caddy('header_up'), trusted: caddy('trusted_proxies') }).toEqual({
      set: ['X-Request-Id {http.request.uuid}'],
      trusted: [],
    })
  })
})

describe('TLS', () => {
  test('nginx offers 1.2 and 1.3, and Caddy its own versions, which are these', () => {
    expect({
      nginx: nginx('ssl_protocols'),
      nginxOfFiles: nginxOfFiles('ssl_protocols'),
      caddy: [...caddy('protocols'), ...caddyOfFiles('protocols')],
    }).toEqual({
      nginx: ['TLSv1.2 TLSv1.3'],
      nginxOfFiles: ['TLSv1.2 TLSv1.3'],
      caddy: [],
    })
  })

  test('nginx speaks HTTP/2, and has no certificate for another name', () => {
    expect({ listen: nginx('listen'), reject: nginx('ssl_reject_handshake') }).toEqual({
      listen: ['80', '443 ssl http2', '80 default_server', '443 ssl default_server'],
      reject: ['on'],
    })
    expect(nginxOfFiles('listen')).toEqual(['443 ssl http2', '80'])
  })

  test('nginx has the certificate of the name where certbot or you put it, and keeps sessions for its workers', () => {
    const files = (directive: typeof nginx) => [
      ...directive('ssl_certificate'),
      ...directive('ssl_certificate_key'),
    ]
    expect({
      proxy: files(nginx),
      ofFiles: files(nginxOfFiles),
      sessions: nginx('ssl_session_cache'),
    }).toEqual({
      proxy: ['/etc/nginx/tls/tls.crt', '/etc/nginx/tls/tls.key'],
      ofFiles: ['/etc/nginx/tls/tls.crt', '/etc/nginx/tls/tls.key'],
      sessions: ['shared:tls:1m'],
    })
  })

  test('the certificates of Caddy are still there when its container is made anew', () => {
    expect(proxy.volumes).toContain('certificates:/data')
    expect(Object.keys(parse(read('deploy/compose.yaml')).volumes)).toEqual(['certificates'])
  })
})

describe('logs of the proxies', () => {
  test('nginx has no access log, and no errors that contain the address of a visitor', () => {
    for (const directive of [nginx, nginxOfFiles])
      expect({ access: directive('access_log'), error: directive('error_log') }).toEqual({
        access: ['off'],
        error: ['stderr alert'],
      })
  })

  test('Caddy has no access log, and its errors have no request in them', () => {
    const logs = (name: string) => Array.from(read(name).matchAll(/^(\t*)log\b/gm), ([, indent]) => indent)
    // One for the whole program. Inside of a site it would be the access log.
    expect({ proxy: logs('deploy/Caddyfile'), ofFiles: logs('deploy/static/Caddyfile') }).toEqual({
      proxy: ['\t'],
      ofFiles: ['\t'],
    })
    expect({ deleted: caddy('request'), excluded: caddyOfFiles('exclude') }).toEqual({
      deleted: ['delete'],
      excluded: ['http.log.error'],
    })
  })

  test('no header names the program or its version', () => {
    expect({
      nginx: [...nginx('server_tokens'), ...nginxOfFiles('server_tokens')],
      caddy: caddy('header'),
      caddyOfFiles: caddyOfFiles('-Server'),
    }).toEqual({ nginx: ['off', 'off'], caddy: ['-Server'], caddyOfFiles: [''] })
  })

  test('Docker keeps 100 MB of each container', () => {
    const logging = { driver: 'local', options: { 'max-size': '20m', 'max-file': '5' } }
    expect({ replica: replica.logging, proxy: proxy.logging }).toEqual({ replica: logging, proxy: logging })
  })
})

describe('time-outs', () => {
  test('the site keeps an idle connection longer than a proxy does, so that none is closed under a request', () => {
    expect({
      KEEP_ALIVE_TIMEOUT: defaults.keepAliveTimeout,
      nginx: nginx('keepalive_timeout'), // Not set: 60 s.
      caddy: caddy('keepalive'), // Pages, and then endpoints.
      compose: replica.environment.KEEP_ALIVE_TIMEOUT,
    }).toEqual({ KEEP_ALIVE_TIMEOUT: 75_000, nginx: [], caddy: ['5s', 'off'], compose: undefined })
  })

  test('a proxy connects within one second, and tries all replicas for fifteen', () => {
    expect({
      nginx: [...nginx('proxy_connect_timeout'), ...nginx('proxy_next_upstream_timeout')],
      caddy: [...caddy('dial_timeout'), ...caddy('lb_try_duration')],
    }).toEqual({ nginx: ['1s', '15s'], caddy: ['1s', '1s', '15s'] })
  })

  test('a proxy waits six seconds for a page, and thirty for an endpoint', () => {
    expect({
      nginx: nginx('proxy_read_timeout'), // And one for /readyz.
      caddy: caddy('response_header_timeout'),
    }).toEqual({ nginx: ['6s', '30s', '1s'], caddy: ['6s', '30s'] })
  })

  test('Caddy gives up a replica that hangs in the middle of a page or of an answer', () => {
    expect(caddy('read_timeout')).toEqual(['7s', '31s'])
  })

  test('Caddy asks the next replica again and again, for GET and HEAD alone', () => {
    expect({ again: caddy('lb_try_interval'), methods: caddy('lb_retry_match') }).toEqual({
      again: ['50ms'],
      methods: ['method GET HEAD'],
    })
  })

  test('a visitor has ten seconds to send the headers', () => {
    expect({ nginx: nginx('client_header_timeout'), caddy: caddy('read_header') }).toEqual({
      nginx: ['10s'],
      caddy: ['10s'],
    })
    expect(caddy('read_body')).toEqual(['35s'])
  })

  test('a form may have a megabyte', () => {
    expect({ nginx: nginx('client_max_body_size'), caddy: caddy('max_size') }).toEqual({
      nginx: ['1m'],
      caddy: ['1MB'],
    })
  })
})

describe('requests that reach a replica', () => {
  test('nginx sends what begins with /api/, and all but GET and HEAD, to the endpoints, and the rest to the pages', () => {
    const [, rows = ''] =
      /^ {2}map "\$request_method \$uri" \$endpoint \{\n(.*?)^ {2}\}/ms.exec(read('deploy/nginx.conf')) ?? []
    expect(rows.trim().split(/\s*\n\s*/)).toEqual(['"~^(GET|HEAD) (?!/api/)" 0;', 'default 1;'])
    expect(nginx('error_page')).toEqual(['418 = @endpoint']) // Of `if`, which can do no more than return.
    expect(nginx('proxy_pass')).toEqual(['http://pages', 'http://endpoints', 'http://endpoints/readyz'])
  })

  test('Caddy tells endpoints from pages in the same way', () => {
    expect({ method: caddy('method'), path: caddy('not path'), proxies: caddy('reverse_proxy') }).toEqual({
      method: ['GET HEAD'],
      path: ['/api/*'],
      proxies: ['@page', ''],
    })
  })

  test('nginx asks the next replica where connecting failed, or no response came, and never repeats a form', () => {
    // The second is that of the mirrored request to /readyz.
    expect(nginx('proxy_next_upstream')).toEqual(['error timeout', 'error timeout http_503 non_idempotent'])
  })

  test('nginx speaks HTTP/1.1 with the replicas, so that a connection serves many requests', () => {
    expect(nginx('proxy_http_version')).toEqual(['1.1'])
  })

  test('nginx passes on an event of a stream at once', () => {
    expect(nginx('proxy_buffering')).toEqual(['off'])
  })

  test('nginx asks for /readyz with a GET, without what the visitor has sent, and lets no visitor ask there', () => {
    expect({
      mirror: nginx('mirror'),
      body: [...nginx('mirror_request_body'), ...nginx('proxy_pass_request_body')],
      headers: nginx('proxy_pass_request_headers'),
      method: nginx('proxy_method'),
      internal: /location = \/\.ready \{\s+internal;/.test(read('deploy/nginx.conf')),
    }).toEqual({
      mirror: ['/.ready'],
      body: ['off', 'off'],
      headers: ['off'],
      method: ['GET'],
      internal: true,
    })
  })

  test('Caddy gives each replica the same share, of pages and of endpoints', () => {
    expect({ policy: caddy('lb_policy'), used: caddy('import') }).toEqual({
      policy: ['round_robin'],
      used: ['replicas', 'replicas'],
    })
  })
})

describe('what a visitor gets from the proxy itself', () => {
  test('a 404 for the paths of probes and of Prometheus', () => {
    expect(read('deploy/nginx.conf')).toMatch(
      /^ {4}location ~\* \^\/\(metrics\|healthz\|readyz\)\/\?\$ \{\n {6}return 404;/m,
    )
    expect({ paths: caddy('@inside path'), answer: caddy('respond @inside') }).toEqual({
      paths: ['/metrics /metrics/ /healthz /healthz/ /readyz /readyz/'],
      answer: ['404'],
    })
  })

  test('over http, a permanent redirect to https with the same path and query', () => {
    for (const directive of [nginx, nginxOfFiles])
      expect(directive('return')).toContain('308 https://www.example.com$request_uri')
  })

  test('over http, what certbot has to find', () => {
    expect(read('deploy/nginx.conf')).toMatch(
      /location \/\.well-known\/acme-challenge\/ \{\n *root \/var\/www\/acme;/,
    )
  })

  test('under another name, nothing: nginx closes the connection, or answers 421, and Caddy answers 421', () => {
    expect({ nginx: nginx('return'), caddy: caddy('strict_sni_host') }).toEqual({
      nginx: ['308 https://www.example.com$request_uri', '418', '404', '444', '421'],
      caddy: ['on'],
    })
  })

  test('the names are those of the site', () => {
    expect({
      nginx: nginx('server_name'),
      nginxOfFiles: nginxOfFiles('server_name'),
      caddy: ['deploy/Caddyfile', 'deploy/static/Caddyfile'].map(
        file => /^\{\$SITE_ADDRESS.*$/m.exec(read(file))?.[0],
      ),
    }).toEqual({
      nginx: ['www.example.com', 'www.example.com'],
      nginxOfFiles: ['www.example.com', 'www.example.com'],
      caddy: ['{$SITE_ADDRESS:www.example.com} {', '{$SITE_ADDRESS:www.example.com} {'],
    })
  })
})

describe('dist/ served by nginx or Caddy alone', () => {
  const headers = {
    'Content-Security-Policy': `"frame-ancestors 'none'"`,
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Origin-Agent-Cluster': '?1',
    'Referrer-Policy': 'no-referrer',
    'Strict-Transport-Security': 'max-age=63072000',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
  }

  test('has the security headers that a page cannot carry in itself, with nginx for errors, too', () => {
    const always = Object.entries(headers).map(([name, value]) => `${name} ${value} always`)
    expect(nginxOfFiles('add_header')).toEqual(['Cache-Control $cache always', ...always])
  })

  test('has them with Caddy, for errors, too', () => {
    const set = Object.keys(headers).map(name => [name, caddyOfFiles(name)[0]])
    expect(Object.fromEntries(set)).toEqual(headers)
    expect(caddyOfFiles('import')).toEqual(['headers', 'headers'])
  })

  test('is kept by a browser for a year where a name has a hash, and is asked for again otherwise', () => {
    const [, rows = ''] =
      /^map "\$status \$uri" \$cache \{\n(.*?)^\}/ms.exec(read('deploy/static/nginx.conf')) ?? []
    expect(
      rows
        .replace(/ #.*/g, '')
        .trim()
        .split(/\s*\n\s*/),
    ).toEqual([
      '"~^[23]\\d\\d /assets/" "public, max-age=31536000, immutable";',
      '"~^[23]" no-cache;',
      'default no-store;',
    ])
    expect(caddyOfFiles('header')).toEqual([
      '', // The block of the security headers.
      '?Cache-Control no-cache',
      '/assets/* Cache-Control "public, max-age=31536000, immutable"',
      'Cache-Control no-store', // For errors.
    ])
  })

  test('is sent as it was compressed by the build', () => {
    expect({
      nginx: [...nginxOfFiles('gzip_static'), ...nginxOfFiles('gzip_vary')],
      caddy: caddyOfFiles('precompressed'),
    }).toEqual({ nginx: ['on', 'on'], caddy: ['br gzip', 'br gzip'] })
  })

  test('is found without .html, redirects a slash at the end, and has the page 404.html', () => {
    expect({
      nginx: {
        root: nginxOfFiles('root'),
        files: nginxOfFiles('try_files'),
        slash: nginxOfFiles('rewrite'),
        error: nginxOfFiles('error_page'),
        charset: nginxOfFiles('charset'),
      },
      caddy: {
        root: caddyOfFiles('root'),
        files: caddyOfFiles('try_files'),
        slash: [...caddyOfFiles('@slash'), ...caddyOfFiles('redir')],
        error: caddyOfFiles('rewrite'),
      },
    }).toEqual({
      nginx: {
        root: ['/srv/site/dist'],
        files: ['/index.html =404', '$uri $uri.html =404'],
        slash: ['^(/.+)/$ $1 permanent'],
        error: ['404 /404.html'],
        charset: ['utf-8'],
      },
      caddy: {
        root: ['* /srv/site/dist'],
        files: ['{path} {path}.html'],
        // Not with two slashes in front, which would lead to another site.
        slash: ['vars_regexp slash {uri} ^(/[^/?][^?]*?)/+(\\?.*)?$', '@slash {re.slash.1}{re.slash.2} 308'],
        error: ['* /404.html'],
      },
    })
  })

  test('keeps to itself what hosts alone read', () => {
    expect(read('deploy/static/nginx.conf')).toMatch(
      /location ~ \^\/\(_\|\\\.\(\?!well-known\/\)\) \{\n {4}return 404;/,
    )
    expect({
      paths: caddyOfFiles('path'),
      but: caddyOfFiles('not path'),
      answer: caddyOfFiles('error'),
    }).toEqual({ paths: ['/_* /.*'], but: ['/.well-known/*'], answer: ['@hosts 404'] })
  })
})

describe('the image', () => {
  const lines = (name: string) =>
    Array.from(dockerfile.matchAll(new RegExp(`^${name} (.*)$`, 'gm')), ([, rest]) => rest)

  test('is built with Node 26, and runs it, without npm, on a file system of its own', () => {
    expect(lines('FROM')).toEqual([
      'node:26-slim AS base',
      'base AS dependencies',
      'dependencies AS built',
      'base AS node',
      'scratch',
    ])
    expect(dockerfile).toContain('rm -rf /usr/local/lib/node_modules')
  })

  test('installs what package-lock.json names, and prerenders the site for its origin', () => {
    expect({ run: lines('RUN').slice(0, 2), args: lines('ARG') }).toEqual({
      run: ['npm ci', 'npm run prerender'],
      args: ['SITE_ORIGIN', 'SITE_ORIGIN'], // Of the build, and of the image that runs.
    })
  })

  test('holds the program and the pages in the folder that Node may read, and nothing else of the project', () => {
    expect(lines('COPY')).toEqual([
      'package.json package-lock.json ./',
      '. .',
      '--from=node / /',
      '--from=built /site/build ./build',
      '--from=built /site/dist ./dist',
    ])
    expect(lines('WORKDIR')).toEqual(['/site', '/site'])
  })

  test('knows its origin, and where Node is', () => {
    expect(instruction('ENV')?.split(' ')).toEqual([
      'PATH=/usr/local/bin:/usr/bin:/bin',
      'NODE_ENV=production',
      'HOST=0.0.0.0',
      'PORT=3000',
      `SITE_ORIGIN=\${SITE_ORIGIN}`,
    ])
  })

  test('is built without what it does not need: no secret of .env, no packages of this machine', () => {
    expect(read('.dockerignore').trim().split('\n')).toEqual([
      '.env',
      '.git',
      '.github',
      '.ci',
      'build',
      'build-*',
      'deploy',
      'dist',
      'dist-*',
      'docs',
      'node_modules',
      'screenshots',
      'tests',
      '*.md',
    ])
  })

  test('is tried in CI with the limits of compose, in both modes', () => {
    const script = read('.ci/image')
    const [, options = ''] = /docker run --detach (.*?) --env/s.exec(script) ?? []
    expect({
      options: options.replace(/\s*\\\n\s*/g, ' '),
      modes: /^for mode in (.*); do$/m.exec(script)?.[1],
    }).toEqual({
      options:
        '--read-only --cap-drop ALL --security-opt no-new-privileges --pids-limit 64 --memory 512m --publish 127.0.0.1::3000',
      modes: 'live static',
    })
  })
})

test('systemd starts the site with the machine, after the network', () => {
  expect({ with: setting('WantedBy'), after: setting('After') }).toEqual({
    with: 'multi-user.target',
    after: 'network.target',
  })
})

test('Kubernetes starts a Deployment, a Service and a PodDisruptionBudget of the versions that it serves', () => {
  const kinds = [deployment, service, budget].map(({ apiVersion, kind }) => `${apiVersion} ${kind}`)
  expect(kinds).toEqual(['apps/v1 Deployment', 'v1 Service', 'policy/v1 PodDisruptionBudget'])
  expect([deployment, service, budget].map(({ metadata }) => metadata.name)).toEqual(['site', 'site', 'site'])
})
