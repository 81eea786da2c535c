import type { Slots } from '../site.ts'

/**
 * `Shell`, `HeaderEnd` and `FooterEnd` add to every page; `Header` and `Footer` replace the engine's. Pages without a script show
 * them, too, but their buttons do nothing there.
 */
export const slots: Slots = {}
