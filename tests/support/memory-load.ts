// The load of memory.ts, in a thread of its own.
import { Agent, get } from 'node:http'
import { connect } from 'node:net'
import { workerData } from 'node:worker_threads'

const { port, load } = workerData as { port: number; load: LoadName }

/** Visitors that ask for the next page when they have read one. */
function visit(connections: number, pathOf: () => string) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const ask = () => {
    const next = () => setImmediate(ask)
    const headers = { 'Accept-Encoding': 'br' }
    get({ port, host: '127.0.0.1', path: pathOf(), agent, headers }, res =>
      res.resume().on('close', next),
    ).on('error', () => setTimeout(ask, 100))
  }
  for (let n = 0; n < connections; n++) ask()
}

/** Clients that send eight requests and never read. One that is cut comes again. */
function neverRead(connections: number, path: string) {
  const open = () => {
    const socket = connect(port, '127.0.0.1').pause()
    socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(8))
    socket.on('error', () => {}).on('close', () => setTimeout(open, 100))
  }
  for (let n = 0; n < connections; n++) open()
}

let slug = 0
export const loads = {
  'random slugs of a kept page': () => visit(500, () => `/jobs/job-${slug++}`),
  'eight unread requests of each of 500': () => neverRead(500, '/jobs'),
  'a page of nearly 2 MB': () => visit(200, () => '/large'),
  'a page with data': () => visit(500, () => '/jobs'),
  'a page that cannot change': () => visit(100, () => '/'),
}
export type LoadName = keyof typeof loads

loads[load]()
