import type { Allowed } from '../site.ts'

/** What pages may use from elsewhere: nothing yet. docs/recipes/policy.md has an example for each need. */
export const allowed: Allowed = {
  sources: {},
  features: {},
  scripts: '',
}
