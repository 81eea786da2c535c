import type { Request, Response } from 'express'
import type { AnyResponse, CachedResponse } from './responses.ts'

/** What the site has at a path. pages/find.ts looks it up, once for each request. */
export type Found =
  /** The same response for every request. Endpoints can't replace it. */
  | { kind: 'static'; respond(): CachedResponse | Promise<CachedResponse> }
  /** A feature's response to this request. Endpoints at the path go first. Rejects with ClientLeft when the client leaves. */
  | { kind: 'dynamic'; respond(req: Request, res: Response): Promise<AnyResponse> }
  | { kind: 'redirect'; to: string }
  | { kind: 'nothing' }

/** Finds what the site has at a path. */
export type Find = (path: string) => Found

/** A response that is ready. */
export const staticResponse = (response: CachedResponse): Found => ({
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
  notFound(path: string): Promise<CachedResponse>
  /** The 500 page, for a request that has failed. */
  failed(): Promise<CachedResponse>
}
