// A document is reloaded once in place of what a release has removed: two builds must not send the visitor to and fro.

/** Whether the document at the current address is one that was reloaded. */
const wasReloaded = () => history.state?.isReloaded === true

const note = (state: object) => history.replaceState({ ...history.state, ...state }, '')

/** Reloads the document, which finds this in its state. Returns false where that was done before, and has not helped. */
export function reloadOnce(state: object = {}): boolean {
  if (wasReloaded()) return false
  note({ ...state, isReloaded: true })
  location.reload()
  return true
}

/** What was reloaded is there: a later release may reload it again. */
export function forgetReload(): void {
  if (wasReloaded()) note({ isReloaded: false })
}

/** Never ends: the current page stays until the document comes. */
export const untilDocument = () => new Promise<never>(() => {})
