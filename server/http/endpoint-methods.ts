import express, { type Express, type Request, type RequestHandler, type Response, type Router } from 'express'

declare module 'express-serve-static-core' {
  interface IRouter {
    /** Not in @types/express: https://github.com/pillarjs/router#routerlistroutes */
    listRoutes?(): { path: string | RegExp; methods?: string[]; router?: Router }[]
  }
  interface ILayer {
    /** Not in @types/express: the path as it is written. */
    rawPath: string | RegExp | (string | RegExp)[]
  }
}

/** Finds the methods of the site's endpoints at the path of a request that all of them have passed on. Runs none of them. */
export type EndpointMethods = (req: Request, res: Response) => Promise<readonly string[]>

export function createEndpointMethods(endpoints: Express): EndpointMethods {
  const collect = collectorOf(endpoints.router)
  return async (req, res) => {
    const found = await endpointsAt(collect, req, res)
    // An endpoint that has passed on this method, as app.all() of a limit does, says nothing of others.
    const others = found.filter(methods => !methods.includes(req.method))
    return others.flat().filter(method => method !== ANY_METHOD)
  }
}

/** What Express calls the method of app.all(). */
export const ANY_METHOD = '*'

/** The methods of each endpoint at the path of a request. */
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

/** Makes a router with the paths of another one, at which a request collects the methods and is passed on. */
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

/** Where functions are mounted, such as express.static(), which listRoutes() leaves out. One that sees every request is none. */
const pathsOfFunctions = ({ stack }: Router) =>
  stack
    .filter(({ route, handle }) => !route && !('stack' in handle))
    .flatMap(({ rawPath }) => rawPath)
    .filter(path => path !== '/')
