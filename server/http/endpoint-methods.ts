import express, { type Express, type Request, type Response, type Router } from 'express'

declare module 'express-serve-static-core' {
  interface IRouter {
    /** Not in @types/express: https://github.com/pillarjs/router#routerlistroutes */
    listRoutes?(): { path: string | RegExp; methods?: string[]; router?: Router }[]
  }
}

/** Finds the methods of the site's endpoints at the path of a request that all of them have passed on. Runs none of them. */
export type EndpointMethods = (req: Request, res: Response) => Promise<readonly string[]>

export function createEndpointMethods(endpoints: Express): EndpointMethods {
  const collect = collectorOf(endpoints.router)
  return async (req, res) => {
    const methods: string[] = []
    res.locals.methods = methods
    await new Promise(resolve => collect(req, res, resolve))
    return methods
  }
}

/** Makes a router with the paths of another one, at which a request collects the methods and is passed on. */
function collectorOf(router: Router): Router {
  const collector = express.Router()
  for (const { path, methods = [], router: mounted } of router.listRoutes?.() ?? []) {
    if (mounted) collector.use(path, collectorOf(mounted))
    else
      collector.all(path, ({ method }, res, next) => {
        // A route that has passed on this method, as app.all() of a limit does, says nothing of others. '*' is route.all().
        if (!methods.includes(method)) res.locals.methods.push(...methods.filter(name => name !== '*'))
        next()
      })
  }
  return collector
}
