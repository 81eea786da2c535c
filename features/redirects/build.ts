import type { BuildFeature } from '../../joints.ts'
import { redirectPages } from './redirect-pages.ts'
import { redirectProblems } from './redirect-problems.ts'
import './site.ts'

/** Former paths of a page lead to it. */
export const redirects: BuildFeature = {
  redirects: ({ redirectFrom = [] }) =>
    redirectFrom.map((from, i) => ({ from, field: `redirectFrom[${i}]` })),
  problems: redirectProblems,
  hostFiles: redirectPages,
}
