import type { BuildFeature } from '../../joints.ts'
import { budgets as ofSite } from '../../shared/site/budgets.ts'
import { checkBudgets } from './check-budgets.ts'

/** What a first visit to a page may cost. A prerender prints what each page does. */
export const budgets: BuildFeature = {
  fields: ['budget'],
  checkPages: site => (site.dist === undefined ? undefined : checkBudgets(site, site.dist, ofSite)),
}
