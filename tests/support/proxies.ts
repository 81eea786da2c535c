import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs'
import * as http from 'node:http'
import * as https from 'node:https'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import * as tls from 'node:tls'
import { vi } from 'vitest'
import { find, leaveOut, needs } from './needs.ts'
import { holdPort, LOOPBACK } from './ports.ts'
import { launch } from './process.ts'

/** The host name in the files of deploy/. */
export const HOST = 'www.example.com'

/** The visitors' address. Proxies and replicas have different ones. */
export const VISITOR = '127.9.9.9'

const commands = {
  nginx: (file: string) => ['-e', 'stderr', '-g', 'daemon off;', '-c', file],
  caddy: (file: string) => ['run', '--adapter', 'caddyfile', '--config', file],
  apache2: (file: string) => ['-X', '-f', file],
}

/** Options for tests that run a program from deploy/. */
export const needsProgram = (program: keyof typeof commands) =>
  process.platform === 'linux'
    ? needs(program, 'openssl')
    : leaveOut(true, 'only Linux has the addresses 127.0.0.2 and beyond')

/** The place of a program on a shared machine. */
export interface ProxySetup {
  folder: string
  /** An address with a port, for HTTPS and for HTTP. */
  tls: string
  plain: string
}

type Replacement = readonly [from: string, to: string]

/** Replaces each text everywhere. A missing text is an error, because then the shipped file has changed. */
export const replaceAll = (text: string, replacements: Replacement[]): string =>
  replacements.reduce((before, [from, to]) => {
    if (!before.includes(from))
      throw new Error(`a file of deploy/ has no ${from}: edit the copy on your machine, and leave this one`)
    return before.replaceAll(from, to)
  }, text)

const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']

/** Gives a shipped file the addresses and folders of a place, and a self-signed certificate. */
export const ownPlace = {
  nginx: ({ folder, tls, plain }: ProxySetup): Replacement[] => [
    [`server_name ${HOST};`, `server_name ${HOST};`],
    ['listen 80', `listen ${plain}`],
    ['listen 443', `listen ${tls}`],
    ['/etc/nginx/tls', folder],
    ['/run/nginx.pid', `${folder}/nginx.pid`],
    ['http {', `http { ${TEMPORARY.map(name => `${name}_temp_path ${folder}/${name};`).join(' ')}`],
  ],
  caddy: ({ folder, tls, plain }: ProxySetup): Replacement[] => {
    const ports = `http_port ${plain.split(':')[1]}\nhttps_port ${tls.split(':')[1]}`
    return [
      ['\n{\n', `\n{\nadmin off\n${ports}\ndefault_bind ${LOOPBACK}\n`],
      [`{$SITE_ADDRESS:${HOST}} {`, `${HOST} {\ntls ${folder}/tls.crt ${folder}/tls.key`],
    ]
  },
}

/** Starts a program with a configuration, and waits until it listens. It's stopped at the end of the test file. */
export async function startProgram(program: keyof typeof commands, configure: (place: ProxySetup) => string) {
  const folder = mkdtempSync(join(tmpdir(), `${program}-`))
  chmodSync(folder, 0o755) // nginx and Apache read it as a different user.
  makeCertificate(folder)
  const port = await holdPort()
  const [secure, plain] = [`${LOOPBACK}:${port}`, `${LOOPBACK}:${await holdPort()}`]
  const file = join(folder, 'config')
  writeFileSync(file, configure({ folder, tls: secure, plain }))
  const { failed, written } = launch(find(program) ?? program, commands[program](file), {
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    killSignal: 'SIGTERM', // nginx stops its workers on it.
  })
  await Promise.race([vi.waitFor(() => accepts(plain), 30_000), failed])
  return {
    ports: { secure: port, plain: Number(plain.split(':')[1]) },
    secure: visitor(`https://${secure}`),
    plain: visitor(`http://${plain}`),
    open: (path: string, headers: Record<string, string>) => openStream(`https://${secure}`, path, headers),
    send: (text: string) => send(port, text),
    shakeHands: (servername: string) => shakeHands(port, servername),
    written,
  }
}

/** Sends requests for targets exactly as written, to the public host name. */
function visitor(url: string) {
  const { hostname, port, protocol } = new URL(url)
  const { Agent, request } = protocol === 'https:' ? https : http
  const agent = new Agent({ keepAlive: true, rejectUnauthorized: false, servername: HOST })
  const options = { agent, hostname, port, localAddress: VISITOR }
  return async (path: string, { method = 'GET', body = '', headers = {} } = {}) => {
    const req = request({ ...options, method, path, headers: { Host: HOST, ...headers } }).end(body)
    const [res] = (await once(req, 'response')) as [http.IncomingMessage]
    return { status: res.statusCode ?? 0, headers: res.headers, body: await buffer(res) }
  }
}

/** Requests an endless response. Resolves when the first chunk of its body has arrived. */
async function openStream(url: string, path: string, headers: Record<string, string>) {
  const { hostname, port } = new URL(url)
  const options = { hostname, port, localAddress: VISITOR, rejectUnauthorized: false, servername: HOST }
  const req = https.request({ ...options, agent: false, path, headers: { Host: HOST, ...headers } }).end()
  const [res] = (await once(req, 'response')) as [http.IncomingMessage]
  const [first] = await once(res.setEncoding('utf8'), 'data')
  res.on('error', () => {}) // It's cut off at the end.
  return {
    first: String(first),
    isOpen: () => !res.readableEnded && !res.destroyed,
    close: () => req.destroy(),
  }
}

/** Sends raw text that no client would send. Resolves to the status line of the response. */
async function send(port: number, text: string): Promise<string> {
  const plain = connect({ host: LOOPBACK, port, localAddress: VISITOR })
  const socket = tls.connect({ socket: plain, servername: HOST, rejectUnauthorized: false })
  socket.write(text)
  const [first] = await once(socket, 'data')
  socket.destroy()
  return String(first).split('\r\n', 1)[0] ?? ''
}

/** The protocols that a browser gets for this host name. Rejects if the program has no certificate for it. */
async function shakeHands(port: number, servername: string) {
  const options = { host: LOOPBACK, port, servername, rejectUnauthorized: false }
  const socket = tls.connect({ ...options, ALPNProtocols: ['h2', 'http/1.1'] })
  await once(socket, 'secureConnect')
  const agreed = { tls: socket.getProtocol(), http: socket.alpnProtocol }
  socket.destroy()
  return agreed
}

function makeCertificate(folder: string): void {
  const subject = ['-subj', `/CN=${HOST}`, '-addext', `subjectAltName=DNS:${HOST}`]
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', 'tls.key']
  execFileSync('openssl', ['req', '-x509', '-days', '2', ...subject, ...key, '-out', 'tls.crt'], {
    cwd: folder,
    stdio: 'ignore',
  })
}

async function accepts(address: string): Promise<void> {
  const [host = '', port] = address.split(':')
  const socket = connect(Number(port), host)
  await once(socket, 'connect')
  socket.destroy()
}
