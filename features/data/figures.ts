/** The figures that this feature adds to the summary in the log. */
export interface Figures {
  /** How many requests got a 503 since the last summary, because they would have waited too long for their page. */
  refused: number
  /** How many pages load or render now, or wait for it. */
  inFlight: number
  /** The current size of the cached pages. */
  cacheBytes: number
}

export const createFigures = (): Figures => ({ refused: 0, inFlight: 0, cacheBytes: 0 })
