// Where a release has removed a file, the document is reloaded, once: two builds must not send the visitor to and fro.

/** Whether the document of this history entry was reloaded. */
const wasReloaded = () => history.state?.isReloaded === true

const note = (state: object) => history.replaceState({ ...history.state, ...state }, '')

/** Reloads the document, and adds to the state of its history entry. Returns false where it was reloaded before, which has not helped. */
export function reloadOnce(state: object = {}): boolean {
  if (wasReloaded()) return false
  note({ ...state, isReloaded: true })
  location.reload()
  return true
}

/** The reload has helped: a later release may reload the document again. */
export function forgetReload(): void {
  if (wasReloaded()) note({ isReloaded: false })
}

/** Never ends: the current page stays until the document comes. */
export const untilDocument = () => new Promise<never>(() => {})
