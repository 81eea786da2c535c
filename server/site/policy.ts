import type { Allowed } from '../site.ts'

/** What the pages may use beyond the site itself: nothing. docs/recipes/policy.md has an example for each need. */
export const allowed: Allowed = {
  sources: {},
  features: {},
  scripts: '',
}
