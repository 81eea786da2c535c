import type { Headers } from '../http/headers.ts'
import type { Bodies, StaticResponse } from '../http/response.ts'

/** In seconds: when a client may ask again for a page that too many others wait for. */
const RETRY_AFTER = '1'

/** The response for a page. A cache asks again for each, and keeps no error page. */
export function pageResponse(status: number, bodies: Bodies): StaticResponse {
  const headers: Headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': status === 200 ? 'no-cache' : 'no-store',
  }
  if (status === 503) headers['Retry-After'] = RETRY_AFTER
  return { status, headers, bodies }
}

/** The response for the data of a page. */
export const dataResponse = (status: number, bodies: Bodies): StaticResponse => ({
  status,
  headers: {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': status === 200 ? 'no-cache' : 'no-store',
    'X-Robots-Tag': 'noindex',
  },
  bodies,
})
