import type { Slots } from '../site.ts'

/**
 * `Shell`, `HeaderEnd` and `FooterEnd` add to every page; `Header` and `Footer` replace the engine's. They also appear on pages
 * without a script, where their buttons do nothing.
 */
export const slots: Slots = {}
