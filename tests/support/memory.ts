import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { copyProject, runScript } from './copy-project.ts'
import { request } from './http.ts'
import type { LoadFigures } from './memory-load.ts'
import { launch } from './process.ts'

/** The load that clients put on a server. */
export interface Load {
  name: string
  /** A * stands for a different word at each visit. */
  path: string
  /** The number of concurrent clients. */
  connections: number
  /** Whether each client sends eight requests at once, and doesn't read the responses. */
  isUnread?: boolean
}

export const LOADS: readonly Load[] = [
  { name: 'a page that cannot change, 100 at once', path: '/', connections: 100 },
  {
    name: 'eight unread requests for such a page on each of 500 connections',
    path: '/',
    connections: 500,
    isUnread: true,
  },
]

/** Builds a copy of the project, in which a feature may add pages for its loads. */
export async function buildMemorySite(addPages: (folder: string) => void = () => {}): Promise<string> {
  const folder = copyProject()
  addPages(folder)
  const { code, output } = await runScript(folder, 'scripts/build.ts')
  if (code !== 0) throw new Error(output)
  return folder
}

/** In milliseconds: the pause between two requests for a probe or a page. */
const INTERVAL = 50

/** The effects of a load on a server. */
export interface MemoryFigures {
  load: string
  /** The number of complete pages per second that visitors got. */
  pages: number
  /** In milliseconds: their 99th percentile. */
  time: number
  /** VmHWM, in MiB: the peak memory of the process. */
  peak: number
  /** In milliseconds: the 99th percentile of responses during the load. */
  healthz: number
  about: number
  /** The status of a page of the load once it is over. */
  after: number
}

/**
 * Starts a built copy with the Dockerfile's command, and puts a load on it for this many seconds. `prefix` comes before the
 * command, such as a program that limits memory. Rejects if the server exits.
 */
export async function putUnderLoad(
  folder: string,
  load: Load,
  seconds: number,
  prefix: readonly string[] = [],
): Promise<MemoryFigures> {
  const dockerfile = readFileSync(join(folder, 'Dockerfile'), 'utf8')
  const [, ...args]: string[] = JSON.parse(/^CMD (.*)$/m.exec(dockerfile)?.[1] ?? '')
  const [program = '', ...rest] = [...prefix, process.execPath, ...args]
  const env = { ...process.env, NODE_ENV: 'production', PORT: '0' }
  const server = launch(program, rest, { cwd: folder, env })
  const port = await Promise.race([portOf(server.written), server.failed])
  const url = `http://127.0.0.1:${port}`
  const worker = new Worker(new URL('memory-load.ts', import.meta.url), { workerData: { port, load } })
  const times = { healthz: [] as number[], about: [] as number[] }
  const end = performance.now() + seconds * 1000
  while (performance.now() < end) {
    for (const name of ['healthz', 'about'] as const) {
      const started = performance.now()
      await Promise.race([request(`${url}/${name}`), server.failed])
      times[name].push(performance.now() - started)
    }
    await wait(INTERVAL)
  }
  worker.postMessage('end')
  const [{ pages, time }] = (await once(worker, 'message')) as [LoadFigures]
  await worker.terminate()
  const after = await statusAfter(url + load.path.replace('*', 'after'))
  const peak = peakOf(server.child.pid)
  server.signal('SIGKILL')
  await server.ended
  return {
    load: load.name,
    pages: Math.round(pages / seconds),
    time,
    peak,
    healthz: percentile99(times.healthz),
    about: percentile99(times.about),
    after,
  }
}

/** Retries, because requests of the load may still be waiting, so that ours are refused at first. */
async function statusAfter(url: string): Promise<number> {
  for (let tries = 0; ; tries++) {
    const { status, headers } = await request(url)
    if (status !== 503 || tries === 20) return status
    await wait(Number(headers['retry-after']) * 1000)
  }
}

/** Waits for the port in a server's log. */
async function portOf(written: { stdout: string }): Promise<number> {
  for (;;) {
    const port = /"port":(\d+)/.exec(written.stdout)?.[1]
    if (port) return Number(port)
    await wait(20)
  }
}

/** https://docs.kernel.org/filesystems/proc.html: VmHWM is in KiB. */
const peakOf = (pid = 0) =>
  Math.round(Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024)

const percentile99 = (times: number[]) =>
  Math.round(times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN)
