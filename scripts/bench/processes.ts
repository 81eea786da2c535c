import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { get } from 'node:http'
import { createServer } from 'node:net'
import { availableParallelism } from 'node:os'

/** Whether a process can be kept on one core: the server has the first, the load the second. */
export const pinned = process.platform === 'linux' && availableParallelism() > 1 && hasTaskset()

function hasTaskset(): boolean {
  try {
    execFileSync('taskset', ['-V'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

function start(core: number | 'any', args: string[], env = {}, stdout: 'pipe' | 'ignore' = 'ignore') {
  const [command = '', ...rest] = [
    ...(pinned && core !== 'any' ? ['taskset', '-c', String(core)] : []),
    process.execPath,
    ...args,
  ]
  return spawn(command, rest, { env: { ...process.env, ...env }, stdio: ['ignore', stdout, 'inherit'] })
}

/** The output of a Node process, by itself on all cores. */
export async function output(args: string[], core: number | 'any' = 'any'): Promise<string> {
  const child = start(core, args, {}, 'pipe')
  let text = ''
  child.stdout?.setEncoding('utf8').on('data', chunk => {
    text += chunk
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`${args[0]} ended with ${code}`)
  return text
}

export interface Running {
  url: string
  /** In milliseconds: from the start of the process to its first answer. */
  started: number
  /** In MiB. */
  memory: () => number | undefined
  peakMemory: () => number | undefined
  /** In milliseconds, since the start. */
  cpuTime: () => number | undefined
  stop: () => Promise<void>
}

/** Starts a server on the first core, and waits for its first answer. */
export async function serve(args: string[], env: Record<string, string> = {}): Promise<Running> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}/`
  const begin = performance.now()
  const child = start(0, args, { ...env, PORT: String(port) })
  while (!(await answers(url))) {
    if (child.exitCode !== null) throw new Error(`${args.join(' ')} ended with ${child.exitCode}`)
  }
  const started = performance.now() - begin
  return {
    url,
    started,
    memory: () => status(child, 'VmRSS'),
    peakMemory: () => status(child, 'VmHWM'),
    cpuTime: () => cpuTime(child),
    stop: async () => {
      child.kill('SIGKILL')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}

const answers = (url: string) =>
  new Promise<boolean>(resolve => {
    const request = get(url, { agent: false }, response => {
      response.resume().on('end', () => resolve(response.statusCode === 200))
    })
    request.on('error', () => setTimeout(resolve, 1, false))
  })

/** Only Linux tells these of another process. */
function proc(child: ChildProcess, file: string): string {
  try {
    return readFileSync(`/proc/${child.pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

function status(child: ChildProcess, field: string): number | undefined {
  const [, kib] = new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(proc(child, 'status')) ?? []
  return kib ? Number(kib) / 1024 : undefined
}

/** In milliseconds: Linux counts in hundredths of a second. */
const TICK = 10

function cpuTime(child: ChildProcess): number | undefined {
  const fields = proc(child, 'stat').split(') ')[1]?.split(' ')
  return fields ? TICK * (Number(fields[11]) + Number(fields[12])) : undefined
}

/** What autocannon, on the second core, made of a server in so many seconds. */
export async function load(server: Running, seconds: number, acceptEncoding: string) {
  const before = server.cpuTime()
  const args = [
    '-j',
    '-n',
    '-c',
    '64',
    '-d',
    String(seconds),
    '-H',
    `Accept-Encoding=${acceptEncoding}`,
    server.url,
  ]
  const text = await output(['node_modules/autocannon/autocannon.js', ...args], 1)
  const { requests, latency, non2xx, errors } = JSON.parse(text)
  if (non2xx + errors > 0) throw new Error(`${server.url}: ${non2xx + errors} requests failed`)
  const after = server.cpuTime()
  const cpu =
    before === undefined || after === undefined ? undefined : (1000 * (after - before)) / requests.total
  return { rate: requests.total / seconds, p99: latency.p99, cpu }
}
