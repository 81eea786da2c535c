import { once } from 'node:events'
import type { Server } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from './log.ts'

/** In milliseconds: how long a process that is asked to end still takes new connections, so that whoever sends them can look elsewhere. */
const LINGER = 1000

/** In milliseconds. */
const SWEEP = 50

interface Options {
  /** Whether new connections are still taken for a while. */
  linger: boolean
  /** Milliseconds, after which what is left is cut. */
  timeout: number
  log: Logger
}

/** Lets a server finish what it has begun. Resolves when the last connection is closed, or cut. */
export async function drain(server: Server, { linger, timeout, log }: Options): Promise<void> {
  const end = delay(timeout, 'late')
  if (linger) await Promise.race([end, delay(LINGER)])
  const closed = once(server, 'close')
  server.close()
  // What answers now says `Connection: close`, but a connection that a proxy keeps for later has nothing to answer.
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP)
  if ((await Promise.race([closed, end])) === 'late') log.warn('some connections had to be cut')
  clearInterval(sweep)
  server.closeAllConnections()
}
