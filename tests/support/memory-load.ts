// What memory.ts asks of a server, in a thread of its own. At its end it posts a LoadFigures.
import { Agent, get, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'
import type { Size } from './memory-site.ts'

const { port, load }: { port: number; load: LoadName } = workerData

/** In milliseconds: when a client comes again that could not connect, or was cut. */
const PAUSE = 100

export interface LoadFigures {
  /** How many whole pages visitors got. */
  pages: number
  /** In milliseconds: within which time 99 of 100 of these came. */
  time: number
}

/** In milliseconds: how long each page took that a visitor got. */
const times: number[] = []

/** Visitors that ask for a page whenever they have read one. Those that are refused come again when Retry-After says so. */
function read(connections: number, pathOf: (visit: number) => string) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const headers = { 'Accept-Encoding': 'br' }
  let visits = 0
  const visit = () => {
    const begun = performance.now()
    const onResponse = (res: IncomingMessage) => {
      res.resume().on('close', () => {
        if (res.complete && res.statusCode === 200) times.push(performance.now() - begun)
        setTimeout(visit, Number(res.headers['retry-after'] ?? 0) * 1000)
      })
    }
    get({ host: '127.0.0.1', port, path: pathOf(visits++), agent, headers }, onResponse).on('error', () =>
      setTimeout(visit, PAUSE),
    )
  }
  for (let n = 0; n < connections; n++) visit()
}

/** Visitors of pages of this size, each of another address. */
const readSlugs = (kind: 'cached' | 'fresh', size: Size) => () =>
  read(200, visit => `/${kind}-${size}/slug-${visit}`)

/** Clients that send eight requests at once and read no response. */
function neverRead(connections: number, path: string) {
  const open = () => {
    const socket = connect(port, '127.0.0.1').pause()
    socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(8))
    socket.on('error', () => {}).on('close', () => setTimeout(open, PAUSE))
  }
  for (let n = 0; n < connections; n++) open()
}

const loads = {
  'slugs of 8 kB, cached, 200 at once': readSlugs('cached', 8),
  'slugs of 150 kB, cached, 200 at once': readSlugs('cached', 150),
  'slugs of 1,300 kB, cached, 200 at once': readSlugs('cached', 1300),
  'slugs of 8 kB, 200 at once': readSlugs('fresh', 8),
  'slugs of 150 kB, 200 at once': readSlugs('fresh', 150),
  'slugs of 1,300 kB, 200 at once': readSlugs('fresh', 1300),
  'eight unread requests on each of 500 connections': () => neverRead(500, '/fresh-8/slug'),
  'a page that cannot change, 100 at once': () => read(100, () => '/'),
}
export type LoadName = keyof typeof loads

parentPort?.once('message', () => {
  times.sort((a, b) => a - b)
  const figures: LoadFigures = {
    pages: times.length,
    time: Math.round(times[Math.floor(times.length * 0.99)] ?? 0),
  }
  parentPort?.postMessage(figures)
})
loads[load]()
