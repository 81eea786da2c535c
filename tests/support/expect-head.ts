import type { IncomingHttpHeaders } from 'node:http'
import { expect } from 'vitest'
import { request } from './http.ts'

/** Node sends no Transfer-Encoding in response to HEAD. */
const CHANGING = ['date', 'x-request-id', 'server-timing', 'transfer-encoding']
const lasting = (headers: IncomingHttpHeaders) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !CHANGING.includes(name)))

/** Expects the response to HEAD to have the headers of the response to GET, and no body, in each encoding. */
export async function expectHeadLikeGet(url: string, status: number): Promise<void> {
  for (const encoding of ['br', 'gzip', 'deflate', 'identity']) {
    const headers = { 'Accept-Encoding': encoding }
    const get = await request(url, { headers })
    const head = await request(url, { headers, method: 'HEAD' })
    expect({ encoding, status: head.status, body: head.body.length }).toEqual({ encoding, status, body: 0 })
    expect(lasting(head.headers)).toEqual(lasting(get.headers))
  }
}
