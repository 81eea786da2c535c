import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const running = new Map<ChildProcess, SpawnOptions>()
/** Stops everything that a test file has started, even if its tests failed. */
export const endAll = () => {
  for (const [child, options] of running) send(child, options, options.killSignal ?? 'SIGKILL')
}
process.once('exit', endAll)

/** Sends a signal to a program, or to its whole process group if it leads one. */
function send(child: ChildProcess, { detached }: SpawnOptions, signal: NodeJS.Signals | number): void {
  if (!detached || !child.pid) return void child.kill(signal)
  try {
    process.kill(-child.pid, signal)
  } catch {} // It has already exited.
}

/** Starts a program, which is stopped at the end of the test file at the latest. */
export function launch(command: string, args: readonly string[], options: SpawnOptions) {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options })
  running.set(child, options)
  /** Its output so far. */
  const written = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name]?.setEncoding('utf8').on('data', text => {
      written[name] += text
    })
  /** Resolves to the exit code. */
  const ended = once(child, 'close').then(([code]) => {
    running.delete(child)
    return code as number | null
  })
  /** Rejects when it ends. */
  const failed = ended.then(code => {
    throw new Error(`ended with ${code}: ${written.stdout}${written.stderr}`)
  })
  failed.catch(() => {}) // It matters only to code that awaits it.
  return { child, written, ended, failed, signal: (name: NodeJS.Signals) => send(child, options, name) }
}

export interface LogLine {
  level: number
  msg?: string
  port?: number
  [name: string]: unknown
}

export interface Options {
  env?: Record<string, string>
  /** Arguments for Node itself. */
  args?: string[]
  cwd?: string
  /** Where the log goes. By default, the test reads it. */
  stdout?: number
}

/** Starts the build in a folder, as an operator would. */
export function startBuild(folder: string, { env = {}, args = [], cwd = '/', stdout }: Options = {}) {
  const program = launch(process.execPath, [...args, join(folder, 'build/server.js')], {
    cwd,
    env: { PORT: '0', ...env },
    stdio: ['ignore', stdout ?? 'pipe', 'pipe'],
  })
  /** The log so far, one object per line. */
  const logs: LogLine[] = []
  /** The port, once it's logged, or 0 immediately with another `stdout`. With LOG_LEVEL=warn it's never logged. */
  const listening = new Promise<number>(resolve => {
    if (!program.child.stdout) return resolve(0)
    createInterface(program.child.stdout).on('line', line => {
      const log: LogLine = JSON.parse(line)
      logs.push(log)
      if (log.port) resolve(log.port)
    })
  })
  return { ...program, logs, listening }
}

/** Starts the build in a folder. Resolves when it listens, or immediately with another `stdout`. */
export async function start(folder: string, options?: Options) {
  const { listening, ...server } = startBuild(folder, options)
  const port = await Promise.race([listening, server.failed])
  return { ...server, port, url: `http://127.0.0.1:${port}` }
}

/** Arguments for Node that run a module before the program. */
export const runBefore = (code: string) => ['--import', `data:text/javascript,${encodeURIComponent(code)}`]

/** Arguments that give the fixture an endpoint /api/logs, which logs this many characters twice, as an error with its stack. */
export const logsMuch = (characters: number) =>
  runBefore(`globalThis.testEndpoints = app =>
    app.get('/api/logs', () => { throw new Error('x'.repeat(${characters})) })`)

/** Stops a process that a test no longer needs. */
export async function stop(server: Awaited<ReturnType<typeof start>>): Promise<void> {
  server.signal('SIGKILL')
  await server.ended
}
