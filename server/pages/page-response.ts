import type { Headers } from '../http/headers.ts'
import { type Bodies, type StaticResponse, textResponse } from '../http/response.ts'

/** In seconds: when a client may ask again for a page that was refused. */
const RETRY_AFTER = '1'

/** Cache-Control of a page and of its data: a cache asks again for each, and keeps no error. */
const cacheControl = (status: number) => (status === 200 ? 'no-cache' : 'no-store')

/** The same for a page that was made for one request. No shared cache keeps it. */
export const privateCacheControl = (status: number) => (status === 200 ? 'private, no-cache' : 'no-store')

/** The response for a page. */
export function pageResponse(status: number, bodies: Bodies): StaticResponse {
  const headers: Headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': cacheControl(status),
  }
  if (status === 503) headers['Retry-After'] = RETRY_AFTER
  return { status, headers, bodies }
}

/** The response for the data of a page. */
export const dataResponse = (status: number, bodies: Bodies): StaticResponse => ({
  status,
  headers: {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': cacheControl(status),
    'X-Robots-Tag': 'noindex',
  },
  bodies,
})

/** The response for the data of a page that its loader has not found. */
export const missingDataResponse = textResponse(404, 'Not found', { 'X-Robots-Tag': 'noindex' })

/** The response of a loader that leads elsewhere. */
export const redirectResponse = (status: number, to: string): StaticResponse =>
  textResponse(status, `See ${to}`, { Location: to })
