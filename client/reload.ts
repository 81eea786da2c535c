// If a release has removed a file, the document is reloaded once. Servers of two builds could make it reload for ever.

/** Whether this module has reloaded the document of the current history entry. */
const wasReloaded = () => history.state?.isReloaded === true

const note = (state: object) => history.replaceState({ ...history.state, ...state }, '')

/** Reloads the document, and adds to the state of its history entry. Returns false if an earlier reload hasn't helped. */
export function reloadOnce(state: object = {}): boolean {
  if (wasReloaded()) return false
  note({ ...state, isReloaded: true })
  location.reload()
  return true
}

/** Call this when the reload has helped: after a later release, the document may reload again. */
export function forgetReload(): void {
  if (wasReloaded()) note({ isReloaded: false })
}

/** A promise that never settles: the current page stays until the new document replaces it. */
export const untilDocument = () => new Promise<never>(() => {})
