import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { connect as connectHttp2 } from 'node:http2'
import { Agent, request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { readConfig } from '../server/config.ts'
import { find, leaveOut, needs } from './support/needs.ts'
import { start, stop } from './support/process.ts'
import { freePort, root, security } from './support/server.ts'

const read = (name: string) => readFileSync(join(root, name), 'utf8')

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'deploy-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** The files as they are, but for the addresses of this machine and a certificate that nobody signed. */
const proxies = {
  nginx: (port: number, plain: number, replicas: string[], tls: string[]) => {
    const conf = read('deploy/nginx.conf')
      .replace('/run/nginx.pid', join(folder, 'nginx.pid'))
      .replace('listen 80;', `listen 127.0.0.1:${plain};`)
      .replace('listen 443 ', `listen 127.0.0.1:${port} `)
      .replace('/etc/nginx/tls/tls.crt', tls[0] ?? '')
      .replace('/etc/nginx/tls/tls.key', tls[1] ?? '')
      .replace(/site-(\d):3000/g, (_, n) => replicas[n - 1] ?? '')
    writeFileSync(join(folder, 'nginx.conf'), conf)
    return ['-p', folder, '-c', 'nginx.conf', '-e', 'stderr', '-g', 'daemon off;']
  },
  caddy: (port: number, plain: number, replicas: string[], tls: string[]) => {
    const conf = read('deploy/Caddyfile')
      .replace('admin off', `admin off\n\tauto_https off\n\thttp_port ${plain}`)
      .replace('header -Server', `bind 127.0.0.1\n\ttls ${tls.join(' ')}\n\theader -Server`)
      .replace('{$SITE_ADDRESS:www.example.com}', `https://localhost:${port}`)
      .replace(/site-(\d):3000/g, (_, n) => replicas[n - 1] ?? '')
    writeFileSync(join(folder, 'Caddyfile'), conf)
    return ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile']
  },
}

function certificate(): string[] {
  const [crt, key] = [join(folder, 'tls.crt'), join(folder, 'tls.key')]
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const made = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', key, '-out', crt]
  execFileSync('openssl', ['req', '-x509', '-days', '2', ...subject, ...made], { stdio: 'ignore' })
  return [crt, key]
}

describe.each(['nginx', 'caddy'] as const)('%s in front of three replicas', program => {
  test(
    'loses no request while all restart, one after the other, and one is killed',
    needs(program, 'openssl'),
    async () => {
      const replica = (port = 0) => start({ env: { PORT: String(port), TRUST_PROXY: 'true' } })
      const replicas = await Promise.all([replica(), replica(), replica()])
      const port = await freePort()
      const plain = await freePort()
      const addresses = replicas.map(({ port }) => `127.0.0.1:${port}`)
      const proxy = spawn(find(program) ?? program, proxies[program](port, plain, addresses, certificate()), {
        stdio: 'ignore',
        env: { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
      })
      const agent = new Agent({ keepAlive: true, rejectUnauthorized: false, servername: 'localhost' })
      const url = `https://127.0.0.1:${port}`
      try {
        await listening(proxy, () => fetchThrough(agent, url, '/readyz'))
        const load = steadyLoad(() => fetchThrough(agent, url, '/about'))

        for (const [n, old] of replicas.entries()) {
          await load.more(50)
          old.signal('SIGTERM')
          expect(await old.ended).toBe(0)
          replicas[n] = await replica(old.port)
        }
        await load.more(50)
        await stop(replicas[0]!) // kill -9
        await load.more(200)

        const { failed, answered } = await load.stop()
        expect(failed).toEqual([])
        expect(answered).toBeGreaterThan(400)
        for (const { logs } of replicas) expect(logs.some(({ path }) => path === '/about')).toBe(true)

        expect(await overHttp2(port)).toBe(200)
        const named = await fetchThrough(agent, url, '/', { 'X-Request-Id': 'made-up-by-a-visitor' })
        const id = named.headers['x-request-id']
        expect(id).not.toBe('made-up-by-a-visitor')
        // The replica took the proxy's name for the request over: Node's own would be logged by it alone.
        expect(id).toMatch(program === 'nginx' ? /^[\da-f]{32}$/ : /^[\da-f-]{36}$/)
        for (const [name, value] of Object.entries(security))
          expect(named.headers[name.toLowerCase()]).toBe(value)
        if (program === 'caddy') expect(named.headers).not.toHaveProperty('server') // nginx cannot leave it out.
      } finally {
        agent.destroy()
        proxy.kill('SIGTERM')
        await Promise.all([once(proxy, 'exit'), ...replicas.map(stop)])
      }
    },
  )
})

async function fetchThrough(agent: Agent, url: string, path: string, headers = {}): Promise<IncomingMessage> {
  const req = request(url + path, { agent, headers: { Host: 'localhost', ...headers } }).end()
  const [res] = (await once(req, 'response')) as [IncomingMessage]
  const body = await text(res)
  if (res.statusCode !== 200 || body.length === 0) throw new Error(`${res.statusCode}, ${body.length} bytes`)
  return res
}

/** Waits until a proxy answers; whoever ends before that has said why on stderr. */
async function listening(proxy: ChildProcess, probe: () => Promise<unknown>): Promise<void> {
  while (true) {
    if (proxy.exitCode !== null) throw new Error(`the proxy ended with ${proxy.exitCode}`)
    if (
      await probe().then(
        () => true,
        () => false,
      )
    )
      return
  }
}

/** Four visitors that ask again and again, until they are stopped. */
function steadyLoad(visit: () => Promise<unknown>) {
  const failed: string[] = []
  let answered = 0
  let running = true
  let heard = () => {}
  const visitor = async () => {
    while (running) {
      await visit().catch(error => failed.push(String(error)))
      answered++
      heard()
    }
  }
  const visitors = Promise.all([visitor(), visitor(), visitor(), visitor()])
  return {
    /** Resolves after that many more answers. */
    more: (count: number) =>
      new Promise<void>(resolve => {
        const enough = answered + count
        heard = () => answered >= enough && resolve()
      }),
    stop: async () => {
      running = false
      await visitors
      return { failed, answered }
    },
  }
}

async function overHttp2(port: number): Promise<unknown> {
  const session = connectHttp2(`https://127.0.0.1:${port}`, {
    rejectUnauthorized: false,
    servername: 'localhost',
  })
  const stream = session.request({ ':path': '/', ':authority': 'localhost' })
  const [headers] = await once(stream, 'response')
  stream.resume()
  await once(stream, 'end')
  session.close()
  return headers[':status']
}

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
    expect(read('Dockerfile')).toContain(`EXPOSE ${container.ports[0].containerPort}\n`)
  })

  test('leaves time to end: for the cluster, then for the requests under way', () => {
    const needed = container.lifecycle.preStop.sleep.seconds + shutdownTimeout / 1000
    expect(needed).toBeGreaterThan(shutdownTimeout / 1000)
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
    expect(readConfig(env)).toMatchObject({ trustProxy: true, origin: 'https://www.example.com' })
  })
})

describe('compose.yaml', () => {
  const { services } = parse(read('deploy/compose.yaml'), { merge: true })

  test.each(['site-1', 'site-2', 'site-3'])('gives %s no privilege, and time to end', name => {
    expect(services[name]).toMatchObject({
      user: '1000:1000',
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      environment: { TRUST_PROXY: 'true' },
    })
    expect(Number.parseInt(services[name].stop_grace_period, 10) * 1000).toBeGreaterThan(shutdownTimeout)
    for (const file of ['deploy/nginx.conf', 'deploy/Caddyfile']) expect(read(file)).toContain(`${name}:3000`)
  })

  const compose = spawnSync('docker', ['compose', 'version']).status === 0
  test('is what docker compose understands', leaveOut(!compose, 'docker compose is not installed'), () => {
    const { status, stderr } = spawnSync('docker', [
      'compose',
      '-f',
      join(root, 'deploy/compose.yaml'),
      'config',
      '-q',
    ])
    expect([status, stderr.toString()]).toEqual([0, ''])
  })
})

describe('the image', () => {
  const dockerfile = read('Dockerfile')
  const last = dockerfile.slice(dockerfile.lastIndexOf('FROM '))

  test('holds what was built and Node, and neither npm nor node_modules', () => {
    expect(last.match(/^COPY .*$/gm)).toEqual([
      'COPY --from=node / /',
      'COPY --from=built /site/build ./build',
      'COPY --from=built /site/dist ./dist',
    ])
    expect(last).not.toMatch(/^RUN/m)
    expect(dockerfile).toContain('rm -rf /usr/local/lib/node_modules')
  })

  test('runs as a user with a number, as the first process, with Node’s permission model', () => {
    expect(last).toMatch(/^USER 1000:1000$/m)
    expect(last).toMatch(/^CMD \["node", "--permission", "--allow-fs-read=\/site",/m)
  })

  test('carries the bill of what is in the bundle', () => {
    expect(dockerfile).toContain('npm run --silent sbom > build/sbom.json')
    const { components } = JSON.parse(
      execFileSync('npm', ['run', '--silent', 'sbom'], { cwd: root, encoding: 'utf8' }),
    )
    const names = components.map(({ name }: { name: string }) => name)
    expect(names).toEqual(expect.arrayContaining(Object.keys(JSON.parse(read('package.json')).dependencies)))
    for (const name of ['vitest', 'typescript', 'playwright-core']) expect(names).not.toContain(name)
  })
})
