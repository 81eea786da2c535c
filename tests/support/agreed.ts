import { facts } from './own-site.ts'

const { name, origin } = facts.company

/** Whether the site is the one that this project comes with, of which it is known what was agreed. */
export const isAgreed = name === 'Acme Software' && origin === 'https://www.example.com'

/** What to do where a test of it fails. */
export const CURE =
  'This was agreed for Acme Software. Is the site yours? Then write its name in shared/site/company.ts first.'
