import express, { type Express, type Request, type RequestHandler, type Response, type Router } from 'express'

declare module 'express-serve-static-core' {
  interface IRouter {
    /** Not in @types/express: https://github.com/pillarjs/router#routerlistroutes */
    listRoutes?(): { path: string | RegExp; methods?: string[]; router?: Router }[]
  }
  interface ILayer {
    /** The path as the site writes it. Not in @types/express. */
    rawPath: string | RegExp | (string | RegExp)[]
  }
}

/**
 * Finds the methods of the site's endpoints at a request's path, without running a handler. By then, every endpoint has passed
 * the request on. `respondToOtherMethods` in app.ts responds.
 */
export type EndpointMethods = (req: Request, res: Response) => Promise<readonly string[]>

export function createEndpointMethods(endpoints: Express): EndpointMethods {
  const collect = collectorOf(endpoints.router)
  return async (req, res) => {
    const found = await endpointsAt(collect, req, res)
    // An endpoint that has this method, such as a rate limit's app.all(), has passed it on, so it doesn't count.
    const others = found.filter(methods => !methods.includes(req.method))
    return others.flat().filter(method => method !== ANY_METHOD)
  }
}

/** Express's name for the method of app.all(). */
export const ANY_METHOD = '*'

/** The methods of each endpoint at a request's path. */
export async function endpointsAt(
  collect: Router,
  req: Request,
  res: Response,
): Promise<readonly string[][]> {
  const found: string[][] = []
  res.locals.endpoints = found
  await new Promise(resolve => collect(req, res, resolve))
  return found
}

/** Makes a router with another one's paths. It only collects the methods of each endpoint that a request would reach. */
export function collectorOf(router: Router): Router {
  const collector = express.Router()
  const collect =
    (methods: string[]): RequestHandler =>
    (_req, res, next) => {
      res.locals.endpoints.push(methods)
      next()
    }
  for (const { path, methods = [], router: mounted } of router.listRoutes?.() ?? []) {
    if (mounted) collector.use(path, collectorOf(mounted))
    else collector.all(path, collect(methods))
  }
  for (const path of pathsOfFunctions(router)) collector.use(path, collect([ANY_METHOD]))
  return collector
}

/** The paths of functions such as express.static(), which listRoutes() leaves out. Middleware at / doesn't count. */
const pathsOfFunctions = ({ stack }: Router) =>
  stack
    .filter(({ route, handle }) => !route && !('stack' in handle))
    .flatMap(({ rawPath }) => rawPath)
    .filter(path => path !== '/')
