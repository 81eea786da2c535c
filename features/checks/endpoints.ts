import type { Express, Request, Response } from 'express'
import { ANY_METHOD, collectorOf, endpointsAt } from '../../server/http/endpoint-methods.ts'

/** Whether one of the site's endpoints answers a link to this path. Runs none of them. */
export type IsEndpoint = (path: string) => Promise<boolean>

export function createIsEndpoint(endpoints: Express): IsEndpoint {
  const collect = collectorOf(endpoints.router)
  return async path => {
    const req = { method: 'GET', url: encodeURI(path) } as Request
    const found = await endpointsAt(collect, req, { locals: {} } as Response)
    return found.some(methods => methods.includes('GET') || methods.includes(ANY_METHOD))
  }
}
