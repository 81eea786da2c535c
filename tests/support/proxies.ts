import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import * as http from 'node:http'
import * as https from 'node:https'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, vi } from 'vitest'
import { find } from './needs.ts'

/** The name in the files of deploy/. */
export const HOST = 'www.example.com'

/** The visitors' address: proxies and replicas have others. */
export const VISITOR = '127.9.9.9'

const commands = {
  nginx: (file: string) => ['-e', 'stderr', '-g', 'daemon off;', '-c', file],
  caddy: (file: string) => ['run', '--adapter', 'caddyfile', '--config', file],
  apache2: (file: string) => ['-X', '-f', file],
}

/** Where a program runs that shares the machine with others. */
export interface Place {
  folder: string
  tls: number
  plain: number
}

type Replacement = readonly [from: string, to: string]

/** Replaces each text wherever it stands. A text that does not occur is an error: the shipped file has changed. */
export const replaceAll = (text: string, replacements: Replacement[]): string =>
  replacements.reduce((before, [from, to]) => {
    if (!before.includes(from)) throw new Error(`the configuration has no ${from}`)
    return before.replaceAll(from, to)
  }, text)

const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']

/** Gives a shipped file the ports and folders of a place, and a certificate that nobody signed. */
export const ownPlace = {
  nginx: ({ folder, tls, plain }: Place): Replacement[] => [
    ['listen 80', `listen 127.0.0.1:${plain}`],
    ['listen 443', `listen 127.0.0.1:${tls}`],
    ['/etc/nginx/tls', folder],
    ['/run/nginx.pid', `${folder}/nginx.pid`],
    ['http {', `http { ${TEMPORARY.map(name => `${name}_temp_path ${folder}/${name};`).join(' ')}`],
  ],
  caddy: ({ folder, tls, plain }: Place): Replacement[] => [
    ['\n{\n', `\n{\nadmin off\nhttp_port ${plain}\nhttps_port ${tls}\ndefault_bind 127.0.0.1\n`],
    [`{$SITE_ADDRESS:${HOST}} {`, `${HOST} {\ntls ${folder}/tls.crt ${folder}/tls.key`],
  ],
}

/** Ended with the file of tests, whatever became of them. */
const running = new Set<ChildProcess>()
afterAll(() => {
  for (const child of running) child.kill()
})

/** Starts a program with a configuration, and waits until it listens. */
export async function startProgram(
  program: keyof typeof commands,
  configure: (place: Place) => string,
): Promise<{ secure: Visitor; plain: Visitor; said: () => string; stop: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), `${program}-`))
  chmodSync(folder, 0o755) // nginx and Apache read it as another user.
  makeCertificate(folder)
  const [tls = 0, plain = 0] = await freePorts(2)
  const file = join(folder, 'config')
  writeFileSync(file, configure({ folder, tls, plain }))
  const child = spawn(find(program) ?? program, commands[program](file), {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  })
  running.add(child)
  let said = ''
  child.stderr.setEncoding('utf8').on('data', text => {
    said += text
  })
  const ended = once(child, 'exit')
  const failed = ended.then(() => Promise.reject(new Error(`${program} has ended: ${said}`)))
  await Promise.race([vi.waitFor(() => accepts(plain), 10_000), failed])
  const visitors = {
    secure: visitor(`https://127.0.0.1:${tls}`),
    plain: visitor(`http://127.0.0.1:${plain}`),
  }
  return {
    ...visitors,
    /** What the program has written to stderr so far. */
    said: () => said,
    stop: async () => {
      visitors.secure.leave()
      visitors.plain.leave()
      child.kill()
      running.delete(child)
      await ended
      rmSync(folder, { recursive: true })
    },
  }
}

type Visitor = ReturnType<typeof visitor>

/** Asks for targets as they are written, under the public name. */
function visitor(url: string) {
  const { hostname, port, protocol } = new URL(url)
  const { Agent, request } = protocol === 'https:' ? https : http
  const agent = new Agent({ keepAlive: true, rejectUnauthorized: false, servername: HOST })
  const options = { agent, hostname, port, localAddress: VISITOR }
  return {
    async visit(path: string, { method = 'GET', body = '', headers = {} } = {}) {
      const req = request({ ...options, method, path, headers: { Host: HOST, ...headers } }).end(body)
      const [res] = (await once(req, 'response')) as [http.IncomingMessage]
      return { status: res.statusCode ?? 0, headers: res.headers, body: await buffer(res) }
    },
    leave: () => agent.destroy(),
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

/** Ports of the loopback address that nobody listens on. */
async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'))
  await Promise.all(servers.map(server => once(server, 'listening')))
  const ports = servers.map(server => (server.address() as AddressInfo).port)
  await Promise.all(servers.map(server => once(server.close(), 'close')))
  return ports
}

async function accepts(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.destroy()
}
