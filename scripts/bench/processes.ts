import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { get } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { availableParallelism } from 'node:os'

/** Whether a process can be kept on one core: the server has the first, the load the second. */
export const pinned = process.platform === 'linux' && availableParallelism() > 1

function start(core: '0' | '1' | 'any', args: string[], env = {}, stdout: 'pipe' | 'ignore' = 'ignore') {
  const [command = '', ...rest] = [
    ...(pinned && core !== 'any' ? ['taskset', '-c', core] : []),
    ...[process.execPath, ...args],
  ]
  return spawn(command, rest, {
    env: { ...process.env, ...env },
    stdio: ['ignore', stdout, 'inherit', 'ipc'],
  })
}

/** The output of a Node process, by itself on all cores. */
export async function output(args: string[], core: '1' | 'any' = 'any', env = {}): Promise<string> {
  const child = start(core, args, env, 'pipe')
  let text = ''
  child.stdout?.setEncoding('utf8').on('data', chunk => {
    text += chunk
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`${args[0]} ended with ${code}`)
  return text
}

export type Running = Awaited<ReturnType<typeof serve>>

/** Starts a server on the first core, and waits for its first response. */
export async function serve(args: string[], env: Record<string, string> = {}) {
  const free = createServer().listen(0, '127.0.0.1')
  await once(free, 'listening')
  const { port } = free.address() as AddressInfo
  await once(free.close(), 'close')
  const url = `http://127.0.0.1:${port}/`
  const begun = performance.now()
  const child = start('0', args, { ...env, PORT: String(port) })
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
    child,
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

/** What autocannon, on the second core, made of a server, with its options for how much. CPU time is in microseconds. */
export async function load(server: Running, howMuch: string, acceptEncoding: string) {
  const before = server.cpuTime()
  const args = `-j -n ${howMuch} -H Accept-Encoding=${acceptEncoding} ${server.url}`.split(' ')
  const text = await output(['node_modules/autocannon/autocannon.js', ...args], '1')
  const { requests, duration, latency, non2xx, errors } = JSON.parse(text)
  if (non2xx + errors > 0) throw new Error(`${server.url}: ${non2xx + errors} requests failed`)
  return {
    rate: requests.total / duration,
    p99: latency.p99,
    cpu: (1000 * (server.cpuTime() - before)) / requests.total,
  }
}
