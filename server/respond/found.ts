import type { Request, Response } from 'express'
import type { AnyResponse, ReusableResponse } from './responses.ts'

/**
 * What the site has at a path. pages/find.ts looks it up, once for each request. What is `static` is sent before any endpoint runs,
 * and everything else only if no endpoint at the path has responded.
 */
export type Found =
  /** Sent to GET and HEAD: a file, a generated list such as sitemap.xml, a probe, a page without data. */
  | { kind: 'static'; respond(req: Request, res: Response): ReusableResponse | Promise<ReusableResponse> }
  /**
   * A feature's page, such as one with data, rendered now or read from dist/. If it's loaded for a single client, and that client
   * leaves, this rejects with ClientLeft.
   */
  | { kind: 'dynamic'; respond(req: Request, res: Response): Promise<AnyResponse> }
  /** Another spelling of a page's path, or an old one. Express ignores case and a final slash: app.get('/jobs') gets /JOBS/. */
  | { kind: 'redirect'; to: string }
  | { kind: 'nothing' }

/** Finds what the site has at a path. */
export type Find = (path: string) => Found

/** A response that is ready. */
export const staticResponse = (response: ReusableResponse): Found => ({
  kind: 'static',
  respond: () => response,
})

declare global {
  namespace Express {
    interface Locals {
      /** The result of looking up the request's path. */
      found: Found
    }
  }
}

/** The pages that replace one that's missing, or can't be sent. */
export interface ErrorPages {
  /** The 404 page, in the path's language. */
  notFound(path: string): Promise<ReusableResponse>
  /** The 500 page, for a request that has failed. */
  failed(): Promise<ReusableResponse>
}
