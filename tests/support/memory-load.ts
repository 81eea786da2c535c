// What memory.ts asks of a server, in a thread of its own.
import { Agent, get } from 'node:http'
import { connect } from 'node:net'
import { workerData } from 'node:worker_threads'

const { port, load }: { port: number; load: LoadName } = workerData

/** In milliseconds: when a client comes again that could not connect, or was cut. */
const PAUSE = 100

/** Visitors that ask for a page whenever they have read one. */
function read(connections: number, pathOf: (visit: number) => string) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const headers = { 'Accept-Encoding': 'br' }
  let visits = 0
  const visit = () => {
    const path = pathOf(visits++)
    get({ host: '127.0.0.1', port, path, agent, headers }, res => res.resume().on('close', visit)).on(
      'error',
      () => setTimeout(visit, PAUSE),
    )
  }
  for (let n = 0; n < connections; n++) visit()
}

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
  'random slugs of a kept page, 500 at once': () => read(500, visit => `/jobs/job-${visit}`),
  'a page with data, 500 at once': () => read(500, () => '/jobs'),
  'a page of nearly 2 MB, 200 at once': () => read(200, () => '/large'),
  'eight unread requests on each of 500 connections': () => neverRead(500, '/jobs'),
  'a page that cannot change, 100 at once': () => read(100, () => '/'),
}
export type LoadName = keyof typeof loads

loads[load]()
