import type { HydrationFeature } from '../../../extension-points.ts'
import { noLongerBusy } from './presses.ts'
import { prepareReplay } from './replay.ts'
import { restoreTyped, typedFields } from './typed.ts'

/** Repeats the visitor's presses and typed text from before hydration. */
export const earlyInput: HydrationFeature = {
  beforeHydration() {
    const pressed = window.earlyPresses ?? new Set()
    // React's development build would report aria-busy as a mismatch.
    if (import.meta.hot) pressed.forEach(noLongerBusy)
    restoreTyped()
    return prepareReplay(pressed)
  },
  stateForReload: typedFields,
}
