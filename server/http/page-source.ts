import type { Request, Response } from 'express'
import type { AnyResponse, ReadyResponse } from './responses.ts'

/** Gives the response for every page. live-pages.ts renders them all, prerendered-pages.ts reads those of dist/. */
export interface PageSource {
  /** The page at a path, if it's the same for every request. */
  at(path: string): Promise<ReadyResponse> | undefined
  /** The page with a loader at the address of a request, its data, or the sitemap. Rejects with ClientLeft when the client leaves. */
  withData(req: Request, res: Response): Promise<AnyResponse> | undefined
  /** Whether any of these is at a path. */
  has(path: string): boolean
  /** The page for a path that has none, in the language of the path. */
  notFound(path: string): Promise<ReadyResponse>
  /** The page for a request that has failed. */
  failed(): Promise<ReadyResponse>
  /** The page for a request that was refused. */
  overloaded(): Promise<ReadyResponse>
}
