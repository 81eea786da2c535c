import type { Request, Response } from 'express'
import type { AnyResponse } from './responses.ts'

/** A response, or a promise of one where it has to be rendered. */
export type MaybePromise<Result = AnyResponse> = Result | Promise<Result>

/** Like `then`, but at once where the value is there. */
export const mapMaybePromise = <From, To>(
  value: MaybePromise<From>,
  map: (value: From) => To,
): MaybePromise<To> => (value instanceof Promise ? value.then(map) : map(value))

/** Gives the response for every page. live-pages.ts renders them all; static-pages.ts takes those of dist/, and the rest of it. */
export interface PageSource {
  /** The page at a path, if it is the same for every request. */
  at(path: string): MaybePromise | undefined
  /**
   * The page with a loader that a request asks for, its data, or the sitemap. Rejects with ClientLeft when the client of
   * `res` leaves.
   */
  withData(req: Request, res: Response): MaybePromise | undefined
  /** Whether any of these is at a path. */
  has(path: string): boolean
  /** The page for a path at which there is none, in the language of the path. */
  notFound(path: string): MaybePromise
  /** For a request that has failed. */
  failed(): MaybePromise
  /** For a request that was refused. */
  overloaded(): MaybePromise
}
