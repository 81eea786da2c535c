import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { ask } from './ask.ts'
import type { LoadFigures, LoadName } from './memory-load.ts'
import { launch } from './process.ts'

export const LOADS: readonly LoadName[] = [
  'slugs of 8 kB, cached, 200 at once',
  'slugs of 150 kB, cached, 200 at once',
  'slugs of 1,300 kB, cached, 200 at once',
  'slugs of 8 kB, 200 at once',
  'slugs of 150 kB, 200 at once',
  'slugs of 1,300 kB, 200 at once',
  'eight unread requests on each of 500 connections',
  'a page that cannot change, 100 at once',
]

/** In milliseconds: how long after one answer a probe and a page are asked for again. */
const INTERVAL = 50

/** What a load has done to a server. */
export interface Figures {
  load: LoadName
  /** How many whole pages the visitors of the load got in a second. */
  pages: number
  /** In milliseconds: within which time 99 of 100 of these came. */
  time: number
  /** VmHWM, in MiB: the most memory that the process has had. */
  peak: number
  /** In milliseconds: within which time 99 of 100 answers have come, while the load went on. */
  healthz: number
  about: number
  /** The status of a page with data, when the load is over. */
  after: number
}

/**
 * Starts a built copy by the command of the Dockerfile, and puts a load on it for so many seconds. `prefix` begins the
 * command, as for a program that limits memory. Rejects where the server has ended.
 */
export async function putUnderLoad(
  folder: string,
  load: LoadName,
  seconds: number,
  prefix: readonly string[] = [],
): Promise<Figures> {
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
      const begun = performance.now()
      await Promise.race([ask(`${url}/${name}`), server.failed])
      times[name].push(performance.now() - begun)
    }
    await wait(INTERVAL)
  }
  worker.postMessage('end')
  const [{ pages, time }] = (await once(worker, 'message')) as [LoadFigures]
  await worker.terminate()
  const after = await statusAfter(`${url}/fresh-8/after`)
  const peak = peakOf(server.child.pid)
  server.signal('SIGKILL')
  await server.ended
  return {
    load,
    pages: Math.round(pages / seconds),
    time,
    peak,
    healthz: percentile99(times.healthz),
    about: percentile99(times.about),
    after,
  }
}

/** Some requests of the load may still wait, so that the first of ours are refused. */
async function statusAfter(url: string): Promise<number> {
  for (let tries = 0; ; tries++) {
    const { status, headers } = await ask(url)
    if (status !== 503 || tries === 20) return status
    await wait(Number(headers['retry-after']) * 1000)
  }
}

/** The port that a server's log names, once it does. */
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
