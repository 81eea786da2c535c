import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { ask } from './ask.ts'
import type { LoadName } from './memory-load.ts'
import { launch } from './process.ts'

/** How often a probe and a page are asked for meanwhile, in milliseconds. */
const PROBE_INTERVAL = 50

export interface Figures {
  load: string
  /** The most memory that the process has had, in MiB. */
  peak: number
  /** Within which time 99 of 100 answers have come, in milliseconds. */
  healthz: number
  about: number
  /** The status of a page after the load, or why there is none. */
  after: string
}

/**
 * Starts a built copy as the container does it, asks so much of it for some seconds, and measures. `prefix` is what the
 * server's command begins with, such as a program that limits its memory.
 */
export async function underLoad(
  folder: string,
  load: LoadName,
  seconds: number,
  prefix: readonly string[] = [],
): Promise<Figures> {
  const [, ...args] = commandOf(readFileSync(join(folder, 'Dockerfile'), 'utf8'))
  const [command = '', ...rest] = [...prefix, process.execPath, ...args]
  const env = { ...process.env, NODE_ENV: 'production', PORT: '0', LOG_LEVEL: 'info' }
  const { child, ended, written } = launch(command, rest, { cwd: folder, env })
  const port = await portIn(() => written.stdout, ended)
  const worker = new Worker(new URL('memory-load.ts', import.meta.url), { workerData: { port, load } })
  const url = `http://127.0.0.1:${port}`
  const times = { '/healthz': [] as number[], '/about': [] as number[] }
  const until = performance.now() + seconds * 1000
  let gone = ''
  while (!gone && performance.now() < until) {
    for (const path of ['/healthz', '/about'] as const) {
      const begun = performance.now()
      gone ||= await ask(url + path).then(() => '', String)
      times[path].push(performance.now() - begun)
    }
    await wait(PROBE_INTERVAL)
  }
  await worker.terminate()
  const peak = gone ? 0 : peakOf(child.pid)
  const after = gone || (await ask(`${url}/jobs/after`).then(({ status }) => `${status}`, String))
  child.kill('SIGKILL')
  await ended
  const { '/healthz': healthz, '/about': about } = times
  return { load, peak, healthz: percentile99(healthz), about: percentile99(about), after }
}

/** The command of a Dockerfile. */
const commandOf = (dockerfile: string): string[] => JSON.parse(/^CMD (.*)$/m.exec(dockerfile)?.[1] ?? '[]')

async function portIn(log: () => string, ended: Promise<unknown>): Promise<number> {
  let hasEnded = false
  ended.then(() => {
    hasEnded = true
  })
  for (;;) {
    const port = /"port":(\d+)/.exec(log())?.[1]
    if (port) return Number(port)
    if (hasEnded) throw new Error(`the server has ended: ${log()}`)
    await wait(20)
  }
}

/** https://docs.kernel.org/filesystems/proc.html: VmHWM is the peak of the resident set, in KiB. */
const peakOf = (pid = 0) =>
  Math.round(Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024)

const percentile99 = (times: number[]) =>
  Math.round(times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0)
