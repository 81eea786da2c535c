import type { BuildFeature } from '../../extension-points.ts'
import { budgets as siteBudgets } from '../../shared/site/budgets.ts'
import { checkBudgets } from './check-budgets.ts'

/** Limits the bytes of a first visit to each page. A prerender checks the limits, and prints the bytes of each page. */
export const budgets: BuildFeature = {
  fields: ['budget'],
  checkPages: site => (site.dist === undefined ? undefined : checkBudgets(site, site.dist, siteBudgets)),
}
