import type { Request, Response } from 'express'
import type { ServingCore } from '../../extension-points.ts'
import { loggedPath, rounded } from '../../server/http/request-log.ts'
import type { AnyResponse, ReusableResponse } from '../../server/respond/responses.ts'
import { overloadedResponse } from './responses.ts'

/** The error of a request that is refused with a 503, because it would have waited too long for its page. */
export class Overloaded extends Error {
  override name = 'Overloaded'
}

export interface Refusal {
  /**
   * Replaces a refused response with the site's 503 page. Adds to the log how long the request has waited, including the loader's
   * time.
   */
  orRefuse<Wanted extends AnyResponse>(
    req: Request,
    res: Response,
    response: Promise<Wanted>,
  ): Promise<Wanted | ReusableResponse>
  /** Returns how many requests were refused since the last call, and starts again at 0. */
  resetCount(): number
}

export function createRefusal({ errorPages, log }: ServingCore): Refusal {
  let refused = 0
  /** A 503 page by the 500 page that it's made from. */
  const pages = new WeakMap<ReusableResponse, ReusableResponse>()

  const orRefuse: Refusal['orRefuse'] = async (req, res, response) => {
    const begun = performance.now()
    try {
      return await response
    } catch (error) {
      if (!(error instanceof Overloaded)) throw error
      refused++
      res.locals.isRefused = true
      log.warn({ path: loggedPath(req.path), id: req.id }, `refused: ${error.message}`)
      return pages.getOrInsertComputed(await errorPages.failed(), overloadedResponse)
    } finally {
      res.locals.logged = { ...res.locals.logged, pageMs: rounded(performance.now() - begun) }
    }
  }

  function resetCount(): number {
    const count = refused
    refused = 0
    return count
  }

  return { orRefuse, resetCount }
}
