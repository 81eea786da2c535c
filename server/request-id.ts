import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

declare module 'node:http' {
  interface IncomingMessage {
    /** Names the request in the logs, and in the answer's X-Request-Id. */
    id: string
  }
}

const wellFormed = /^[\w.:/+=-]{8,128}$/

/** The proxy's name for a request, where the proxy is trusted and the name is fit for a log; otherwise a new one. */
export function requestId({ headers }: IncomingMessage, trustProxy: boolean): string {
  const given = trustProxy ? headers['x-request-id'] : undefined
  return typeof given === 'string' && wellFormed.test(given) ? given : randomUUID()
}
