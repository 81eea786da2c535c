import type { Request, Response } from 'express'
import type { AnyResponse, CachedResponse } from './responses.ts'

/** What the site has at a path. It's found once for each request. */
export type Found =
  /** The same response for every request. Endpoints can't replace it. */
  | { kind: 'static'; respond(): CachedResponse | Promise<CachedResponse> }
  /** A response of a feature, for this request: endpoints at the path go first. Rejects with ClientLeft when the client leaves. */
  | { kind: 'dynamic'; respond(req: Request, res: Response): Promise<AnyResponse> }
  | { kind: 'redirect'; to: string }
  | { kind: 'nothing' }

declare global {
  namespace Express {
    interface Locals {
      /** What the site has at the path of the request. */
      found: Found
    }
  }
}

/** The pages in place of one that's missing, or can't be sent. */
export interface ErrorPages {
  /** For a path without a page, in the language of the path. */
  notFound(path: string): Promise<CachedResponse>
  /** For a request that has failed. */
  failed(): Promise<CachedResponse>
  /** For a request that was refused. */
  overloaded(): Promise<CachedResponse>
}

/** Finds every page: static-pages.ts and the features render them, prerendered-pages.ts reads those of dist/. */
export interface PageSource extends ErrorPages {
  find(path: string): Found | undefined
}
