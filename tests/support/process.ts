import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { build } from './folders.ts'

export interface LogLine {
  level: number
  msg?: string
  port?: number
  [name: string]: unknown
}

export interface Options {
  env?: Record<string, string>
  /** Node's own. */
  args?: string[]
  bundle?: string
  cwd?: string
  /** Where the log goes. Without it the test reads it. */
  stdout?: number
}

const running = new Set<ChildProcess>()
/** Ends what a file of tests has started, whatever became of its tests. */
export const endAll = () => {
  for (const child of running) child.kill('SIGKILL')
}
process.once('exit', endAll)

/** Starts what `npm run build` made, as an operator does, and waits until it listens or ends. */
export async function start({
  env = {},
  args = [],
  bundle = join(build, 'server.js'),
  cwd = '/',
  stdout,
}: Options = {}) {
  const child = spawn(process.execPath, [...args, bundle], {
    cwd,
    env: { PORT: '0', ...env },
    stdio: ['ignore', stdout ?? 'pipe', 'pipe'],
  })
  const logs: LogLine[] = []
  let complaints = ''
  child.stderr?.setEncoding('utf8').on('data', chunk => {
    complaints += chunk
  })
  running.add(child)
  const ended = once(child, 'close').then(([code]) => {
    running.delete(child)
    return code as number | null
  })
  const listening = new Promise<void>(resolve => {
    if (!child.stdout) return resolve()
    createInterface(child.stdout).on('line', line => {
      const log = JSON.parse(line) as LogLine
      logs.push(log)
      if (log.port) resolve()
    })
  })
  await Promise.race([listening, ended])
  const port = logs.find(log => log.port)?.port ?? 0
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    /** Everything that was logged so far, one object a line. */
    logs,
    pid: child.pid ?? 0,
    /** The log's own stream, to be closed or left unread. */
    stdout: child.stdout,
    /** What was written to stderr so far. */
    complaints: () => complaints,
    closeStderr: () => child.stderr?.destroy(),
    signal: (name: NodeJS.Signals) => child.kill(name),
    /** The exit code, once the process has ended. */
    ended,
  }
}

/** Ends a process that a test is done with. */
export async function stop(server: Awaited<ReturnType<typeof start>>): Promise<void> {
  server.signal('SIGKILL')
  await server.ended
}
