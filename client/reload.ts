// Reloads a document whose release has been replaced, once: with two builds behind one proxy, it could otherwise reload forever.
// Called on Back and Forward (router.ts), and by a feature for a lazy part. After a click, router.ts requests the next document
// instead.

/** Whether this module has reloaded the document of the current history entry. */
const wasReloaded = () => history.state?.isReloaded === true

const addToState = (state: object) => history.replaceState({ ...history.state, ...state }, '')

/** Reloads the document, and adds to the state of its history entry. Returns false if an earlier reload hasn't helped. */
export function reloadOnce(state: object = {}): boolean {
  if (wasReloaded()) return false
  addToState({ ...state, isReloaded: true })
  location.reload()
  return true
}

/** Call this when a page has been loaded without a reload: after a later release, this history entry may reload again. */
export function forgetReload(): void {
  if (wasReloaded()) addToState({ isReloaded: false })
}

/** A promise that never settles: the current page stays until the new document replaces it. */
export const untilDocument = () => new Promise<never>(() => {})
