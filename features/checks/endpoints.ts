import type { Express, Request, Response } from 'express'
import { ANY_METHOD, collectorOf, endpointsAt } from '../../server/http/endpoint-methods.ts'

/** Whether one of the site's endpoints responds to a GET of this path. No endpoint runs. */
export type IsEndpoint = (path: string) => Promise<boolean>

export function createIsEndpoint(endpoints: Express): IsEndpoint {
  const collect = collectorOf(endpoints.router)
  return async path => {
    const req = { method: 'GET', url: encodeURI(path) } as Request
    const found = await endpointsAt(collect, req, { locals: {} } as Response)
    return found.some(methods => methods.includes('GET') || methods.includes(ANY_METHOD))
  }
}
