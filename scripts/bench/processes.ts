import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { get } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { availableParallelism } from 'node:os'
import { text } from 'node:stream/consumers'

/** Whether a process can be kept on one core: the server has the first, the load the second. */
export const pinned = process.platform === 'linux' && availableParallelism() > 1

function start(args: string[], core?: number, env = {}) {
  const [command = '', ...rest] = [
    ...(pinned && core !== undefined ? ['taskset', '-c', String(core)] : []),
    ...[process.execPath, ...args],
  ]
  return spawn(command, rest, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'] })
}

/** What a Node process prints. */
export async function output(args: string[], core?: number): Promise<string> {
  const child = start(args, core)
  const [printed, [code]] = await Promise.all([text(child.stdout), once(child, 'close')])
  if (code !== 0) throw new Error(`${args[0]} ended with ${code}`)
  return printed
}

export type Running = Awaited<ReturnType<typeof serve>>

/** Starts a server, and waits for its first response. */
export async function serve(args: string[], env: Record<string, string> = {}) {
  const free = createServer().listen(0, '127.0.0.1')
  await once(free, 'listening')
  const { port } = free.address() as AddressInfo
  await once(free.close(), 'close')
  const url = `http://127.0.0.1:${port}/`
  const begun = performance.now()
  const child = start(args, 0, { ...env, PORT: String(port) })
  child.stdout.resume()
  while (!(await responds(url)))
    if (child.exitCode !== null) throw new Error(`${args.join(' ')} ended with ${child.exitCode}`)
  const started = performance.now() - begun

  /** What Linux tells of the process. On other systems the figures are missing. */
  const proc = (file: string) => {
    try {
      return readFileSync(`/proc/${child.pid}/${file}`, 'utf8')
    } catch {
      return ''
    }
  }
  return {
    url,
    /** In milliseconds: from the start of the process to its first response. */
    started,
    /** In MiB: now, or at most so far. */
    memory: (field: 'VmRSS' | 'VmHWM') =>
      Number(new RegExp(`${field}:\\s+(\\d+)`).exec(proc('status'))?.[1]) / 1024,
    /** In milliseconds since the start. Linux counts in hundredths of a second. */
    cpuTime: () => {
      const fields = proc('stat').split(') ')[1]?.split(' ')
      return 10 * (Number(fields?.[11]) + Number(fields?.[12]))
    },
    stop: async () => {
      child.kill('SIGKILL')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    },
  }
}

const responds = (url: string) =>
  new Promise<boolean>(resolve => {
    const request = get(url, { agent: false }, response => {
      response.resume().on('end', () => resolve(response.statusCode === 200))
    })
    request.on('error', () => setTimeout(resolve, 1, false))
  })

/** What so many seconds of autocannon, with 64 connections, made of a server. CPU time is in microseconds. */
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
  const report = await output(['node_modules/autocannon/autocannon.js', ...args], 1)
  const { requests, duration, non2xx, errors } = JSON.parse(report)
  if (non2xx + errors > 0) throw new Error(`${server.url}: ${non2xx + errors} requests failed`)
  return {
    rate: requests.total / duration,
    cpu: (1000 * (server.cpuTime() - before)) / requests.total,
  }
}
