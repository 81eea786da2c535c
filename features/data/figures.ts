/** This feature's figures in the summary of the log. */
export interface Figures {
  /** Requests that got a 503 since the last summary, because they would have waited too long for their page. */
  refused: number
  /** Pages that load or render now, or wait for that. */
  inFlight: number
  /** The bytes of the pages that are cached now. */
  cacheBytes: number
}

export const createFigures = (): Figures => ({ refused: 0, inFlight: 0, cacheBytes: 0 })
