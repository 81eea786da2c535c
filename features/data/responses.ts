import {
  type Bodies,
  type Encoding,
  errorResponse,
  HTML,
  JSON_TYPE,
  NOT_STORED,
  REVALIDATED,
  type ReusableResponse,
  type SingleUseResponse,
  storedIfOk,
  textResponse,
} from '../../server/respond/responses.ts'
import type { HttpHeaders } from '../../server/respond/security-headers.ts'

/** The visitor's browser stores it and revalidates it each time. Shared caches don't store it. */
const PRIVATE = 'private, no-cache'

/** Keeps a page's data out of search results. */
const NOT_LISTED: HttpHeaders = { 'X-Robots-Tag': 'noindex' }

/** The data of a page, if it's the same for everyone. */
export const dataResponse = (status: number, bodies: Bodies): ReusableResponse => ({
  status,
  headers: { 'Content-Type': JSON_TYPE, 'Cache-Control': storedIfOk(status, REVALIDATED), ...NOT_LISTED },
  bodies,
})

/** A page that was loaded for one request. */
export const uncachedPage = (status: number, body: Buffer, encoding?: Encoding): SingleUseResponse => ({
  status,
  headers: {
    'Content-Type': HTML,
    'Cache-Control': storedIfOk(status, PRIVATE),
    ...(encoding && { 'Content-Encoding': encoding }),
  },
  body,
})

/** The data of a page, if it was loaded for one request. */
export const uncachedData = (status: number, body: string): SingleUseResponse => ({
  status,
  headers: { 'Content-Type': JSON_TYPE, 'Cache-Control': storedIfOk(status, PRIVATE), ...NOT_LISTED },
  body,
})

/** A page that an endpoint sends with `sendPage`, such as a form with its mistakes. */
export const sentPage = (status: number, body: Buffer): SingleUseResponse => ({
  status,
  headers: { 'Content-Type': HTML, 'Cache-Control': NOT_STORED },
  body,
})

/** A redirect that is sent instead of a page's data. The script doesn't follow it, but requests the document: client.ts. */
export const dataRedirect = (status: number, to: string): ReusableResponse =>
  textResponse(status, `See ${to}`, { Location: to, ...NOT_LISTED })

export const missingData = textResponse(404, 'Not found', NOT_LISTED)

/** When a client may try again after its request was refused, in seconds. */
const RETRY_AFTER: HttpHeaders = { 'Retry-After': '1' }

/** The 503 for a refused request, from the response for a failed one: the site's 500 page, or a text if that can't be rendered. */
export function overloadedResponse(failed: ReusableResponse): ReusableResponse {
  const { headers, bodies } = failed.headers['Content-Type'] === HTML ? failed : errorResponse(503)
  return { status: 503, headers: { ...headers, ...RETRY_AFTER }, bodies }
}
