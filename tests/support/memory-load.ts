// What memory.ts asks of a server, in a thread of its own. At its end it posts a LoadFigures.
import { Agent, get, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'
import type { Load } from './memory.ts'

const { port, load }: { port: number; load: Load } = workerData

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
function read({ path, connections }: Load) {
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
    get({ host: '127.0.0.1', port, path: path.replace('*', `${visits++}`), agent, headers }, onResponse).on(
      'error',
      () => setTimeout(visit, PAUSE),
    )
  }
  for (let n = 0; n < connections; n++) visit()
}

/** Clients that send eight requests at once and read no response. */
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
