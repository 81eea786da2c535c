import type { Slots } from '../site.ts'

/**
 * What stands around every page, if anything does: { Shell, HeaderEnd, FooterEnd }, or in the place of the header and the
 * footer: { Header, Footer }. A page that is sent without a script shows it, and no button in it answers.
 */
export const slots: Slots = {}
