import type { HydrationFeature } from '../../../joints.ts'
import { noLongerBusy } from './presses.ts'
import { prepareReplay } from './replay.ts'
import { restoreTyped, typedFields } from './typed.ts'

/** Repeats what the visitor pressed and typed before hydration. */
export const earlyInput: HydrationFeature = {
  beforeHydration() {
    const pressed = window.earlyPresses ?? new Set()
    // React's development build takes the marks for a mismatch.
    if (import.meta.hot) pressed.forEach(noLongerBusy)
    restoreTyped()
    return prepareReplay(pressed)
  },
  stateForReload: typedFields,
}
