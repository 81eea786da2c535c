// The load that memory.ts puts on a server, in a separate thread. Posts a LoadFigures at the end.
import { Agent, get, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'
import type { Load } from './memory.ts'

const { port, load }: { port: number; load: Load } = workerData

/** In milliseconds: the wait before a client that couldn't connect, or was cut off, retries. */
const PAUSE = 100

export interface LoadFigures {
  /** The number of complete pages that visitors got. */
  pages: number
  /** In milliseconds: their 99th percentile. */
  time: number
}

/** In milliseconds: the duration of each page that a visitor got. */
const times: number[] = []

/** Visitors who request a page as soon as they have read one. If they are refused, they retry after Retry-After. */
function read({ path, connections }: Load) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const headers = { 'Accept-Encoding': 'br' }
  let visits = 0
  const visit = () => {
    const started = performance.now()
    const onResponse = (res: IncomingMessage) => {
      res.resume().on('close', () => {
        if (res.complete && res.statusCode === 200) times.push(performance.now() - started)
        setTimeout(visit, Number(res.headers['retry-after'] ?? 0) * 1000)
      })
    }
    get({ host: '127.0.0.1', port, path: path.replace('*', `${visits++}`), agent, headers }, onResponse).on(
      'error',
      () => setTimeout(visit, PAUSE),
    )
  }
  for (let n = 0; n < connections; n++) visit()
}

/** Clients that send eight requests at once and don't read the responses. */
function neverRead({ path, connections }: Load) {
  const open = () => {
    const socket = connect(port, '127.0.0.1').pause()
    socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(8))
    socket.on('error', () => {}).on('close', () => setTimeout(open, PAUSE))
  }
  for (let n = 0; n < connections; n++) open()
}

parentPort?.once('message', () => {
  times.sort((a, b) => a - b)
  const figures: LoadFigures = {
    pages: times.length,
    time: Math.round(times[Math.floor(times.length * 0.99)] ?? 0),
  }
  parentPort?.postMessage(figures)
})
if (load.isUnread) neverRead(load)
else read(load)
