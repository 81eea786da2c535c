import type { Request, Response } from 'express'
import type { ServingCore } from '../../joints.ts'
import { loggedPath, rounded } from '../../server/http/request-log.ts'
import type { AnyResponse } from '../../server/respond/responses.ts'
import type { Figures } from './figures.ts'

/** The error of a request that is refused with a 503, because it would have waited too long for its page. */
export class Overloaded extends Error {
  override name = 'Overloaded'
}

/**
 * Returns a function that replaces a refused response with the site's 503 page. It adds to the log how long the request has
 * waited, including the loader's time.
 */
export function createRefusal({ errorPages, log, figures }: ServingCore & { figures: Figures }) {
  return async (req: Request, res: Response, response: Promise<AnyResponse>): Promise<AnyResponse> => {
    const begun = performance.now()
    try {
      return await response
    } catch (error) {
      if (!(error instanceof Overloaded)) throw error
      figures.refused++
      res.locals.isRefused = true
      log.warn({ path: loggedPath(req.path), id: req.id }, `refused: ${error.message}`)
      return errorPages.overloaded()
    } finally {
      res.locals.logged = { ...res.locals.logged, pageMs: rounded(performance.now() - begun) }
    }
  }
}
