import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { find } from './needs.ts'
import { freePort, root } from './server.ts'

/** The name that stands in the files of deploy/. */
export const HOST = 'www.example.com'

interface Place {
  folder: string
  ports: { tls: number; plain: number; own: number[] }
  /** The port of each replica. */
  replicas: number[]
  nameServer: number
}

const read = (name: string) => readFileSync(join(root, 'deploy', name), 'utf8')

/** The files of deploy/ as they are, but for the ports and paths of this machine and a certificate that nobody signed. */
const programs = {
  nginx: {
    file: 'nginx.conf',
    config: ({ folder, ports, replicas, nameServer }: Place) => {
      const conf = read('nginx.conf')
        .replace('/run/nginx.pid', `${folder}/nginx.pid`)
        .replaceAll('listen 80', `listen 127.0.0.1:${ports.plain}`)
        .replaceAll('listen 443', `listen 127.0.0.1:${ports.tls}`)
        .replace(/\b800([123])\b/g, (_, n) => String(ports.own[n - 1]))
        .replace(/(site-(\d)):3000/g, (_, name, n) => `${name}:${replicas[n - 1]}`)
        .replace('127.0.0.11', `127.0.0.1:${nameServer}`)
        .replaceAll('/var/www/acme', `${folder}/acme`)
        .replaceAll('/etc/nginx/tls', folder)
      return knowsHttp2Directive() ? conf : conf.replace(/ ssl;\n *http2 on;.*/, ' ssl http2;')
    },
    run: (file: string) => ['-e', 'stderr', '-g', 'daemon off;', '-c', file],
    reload: (file: string) => ['-s', 'reload', '-e', 'stderr', '-c', file],
  },
  caddy: {
    file: 'Caddyfile',
    config: ({ folder, ports, replicas }: Place) =>
      read('Caddyfile')
        .replace(
          /^\{$/m,
          `{\n\tadmin 127.0.0.1:${ports.own[0]}\n\thttp_port ${ports.plain}\n\thttps_port ${ports.tls}\n\tdefault_bind 127.0.0.1`,
        )
        .replace(/^\theader -Server$/m, `\ttls ${folder}/tls.crt ${folder}/tls.key\n$&`)
        .replace(/site-(\d):3000/g, (_, n) => `127.0.1.${n}:${replicas[n - 1]}`),
    run: (file: string) => ['run', '--adapter', 'caddyfile', '--config', file],
    reload: (file: string) => ['reload', '--adapter', 'caddyfile', '--config', file],
  },
}

export type ProxyName = keyof typeof programs
export const proxies = Object.keys(programs) as ProxyName[]

/** nginx 1.25.1 was the first. */
function knowsHttp2Directive(): boolean {
  const said = String(spawnSync(find('nginx') ?? 'nginx', ['-v']).stderr)
  const [, minor = 0, patch = 0] = /nginx\/1\.(\d+)\.(\d+)/.exec(said)?.map(Number) ?? []
  return minor * 1000 + patch >= 25_001
}

/**
 * Starts a proxy with its file of deploy/ in front of replicas, given by their ports. nginx finds them by the names
 * site-1 to site-3, Caddy at the addresses 127.0.1.1 to 127.0.1.3.
 */
export async function startProxy(program: ProxyName, replicas: number[], nameServer: number) {
  const { config, file, run, reload } = programs[program]
  const command = find(program) ?? program
  const folder = mkdtempSync(join(tmpdir(), `${program}-`))
  chmodSync(folder, 0o755) // nginx reads the challenges as another user.
  makeCertificate(folder)
  const [tls = 0, plain = 0, ...own] = await Promise.all(Array.from({ length: 5 }, freePort))
  const configFile = join(folder, file)
  writeFileSync(configFile, config({ folder, ports: { tls, plain, own }, replicas, nameServer }))
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  const child = spawn(command, run(configFile), { stdio: ['ignore', 'ignore', 'pipe'], env })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', chunk => {
    said += chunk
  })
  const ended = once(child, 'exit')
  return {
    tls,
    plain,
    folder,
    /** Throws what the proxy has said if it has ended. */
    check: () => {
      if (child.exitCode !== null) throw new Error(`${program} has ended: ${said}`)
    },
    /** Changes the file, and tells the proxy to load it again. */
    change: (from: string, to: string) => {
      writeFileSync(configFile, readFileSync(configFile, 'utf8').replace(from, to))
      execFileSync(command, reload(configFile), { stdio: 'pipe', env })
    },
    stop: async () => {
      child.kill()
      await ended
      rmSync(folder, { recursive: true })
    },
  }
}

function makeCertificate(folder: string): void {
  const subject = ['-subj', `/CN=${HOST}`, '-addext', `subjectAltName=DNS:${HOST}`]
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', 'tls.key']
  execFileSync('openssl', ['req', '-x509', '-days', '2', ...subject, ...key, '-out', 'tls.crt'], {
    cwd: folder,
    stdio: 'ignore',
  })
}

/** A name server that knows these IPv4 addresses, by name: RFC 1035, section 4. A test may change them. */
export async function startNameServer(addresses: Map<string, string>) {
  const socket = createSocket('udp4', (query, { port, address }) => {
    const labels = []
    let at = 12
    for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
      labels.push(query.toString('latin1', at + 1, at + 1 + length))
      at += 1 + length
    }
    const question = query.subarray(12, at + 5)
    const found = query.readUInt16BE(at + 1) === 1 ? addresses.get(labels.join('.')) : undefined
    // A response to a question with recursion: no error, one question, and one answer or none.
    const header = [...query.subarray(0, 2), 0x81, 0x80, 0, 1, 0, found ? 1 : 0, 0, 0, 0, 0]
    // The name of the question, type A, class IN, a time to live of an hour, four bytes.
    const answer = found
      ? [0xc0, 12, 0, 1, 0, 1, 0, 0, 0x0e, 0x10, 0, 4, ...found.split('.').map(Number)]
      : []
    socket.send(Buffer.concat([Buffer.from(header), question, Buffer.from(answer)]), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return { port: socket.address().port, stop: () => socket.close() }
}
