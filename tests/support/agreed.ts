import { join } from 'node:path'
import { root } from './folders.ts'
import { facts } from './own-site.ts'

const { name, origin } = facts.company

/** Whether the site is the one that this project comes with, of which it is known what was agreed. */
export const isAgreed = name === 'Acme Software' && origin === 'https://www.example.com'

/** Where `npm run approve` writes what was agreed. */
export const APPROVED = join(root, 'tests/site/approved')

/** What to do where a test of it fails. */
export const CURE =
  'Meant? npm run approve, and read the diff. Is the site yours? Then write its name in shared/site/company.ts first.'
