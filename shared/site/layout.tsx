import type { Slots } from '../site.ts'

/**
 * Components around every page: { Shell, HeaderEnd, FooterEnd }, or instead of the engine's header and footer:
 * { Header, Footer }. Pages without a script show them, too, but their buttons do nothing there.
 */
export const slots: Slots = {}
