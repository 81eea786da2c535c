import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inject } from 'vitest'
import { request } from './http.ts'
import { runBefore, start } from './process.ts'

// Processes of the fixture that shut down while a visitor waits.

/** In milliseconds: longer than any test. */
export const LONG = '3600000'

/** The replies of a process that is shutting down to new keep-alive connections. */
export async function repliesOf(url: string) {
  const replies: object[] = []
  for (const path of ['/readyz', '/healthz', '/']) {
    const { status, headers } = await request(url + path, { headers: { Connection: 'keep-alive' } })
    replies.push({ path, status, connection: headers.connection })
  }
  return replies
}
export const LAST_REPLIES = [
  { path: '/readyz', status: 503, connection: 'close' },
  { path: '/healthz', status: 200, connection: 'close' },
  { path: '/', status: 200, connection: 'close' },
]

/**
 * An endpoint that waits for a service without a limit, and a page that waits for it until its timeout. SIGUSR2 runs the code
 * in FAILURE.
 */
const waiting = runBefore(`
  process.on('SIGUSR2', () => eval(process.env.FAILURE))
  globalThis.testEndpoints = app =>
    app.get('/api/slow', async (req, res) => res.send(await (await fetch(process.env.SERVICE)).text()))
  globalThis.suspendedPart = () => fetch(process.env.SERVICE)`)

/** A process with a visitor who is waiting for a service at this path. */
export async function startBusy(path: '/api/slow' | '/stimmen', env: Record<string, string>) {
  const service = createServer()
  await once(service.listen(0, '127.0.0.1'), 'listening')
  const { port } = service.address() as AddressInfo
  const address = { SERVICE: `http://127.0.0.1:${port}` }
  const server = await start(inject('fixture'), { env: { ...address, ...env }, args: waiting })
  const visitor = request(server.url + path)
  visitor.catch(() => {})
  const [, response] = await once(service, 'request')
  const close = async () => {
    service.close()
    service.closeAllConnections()
  }
  return {
    ...server,
    visitor,
    answer: () => response.end('the whole response'),
    messages: () => server.logs.map(({ msg }) => msg),
    [Symbol.asyncDispose]: close,
  }
}
