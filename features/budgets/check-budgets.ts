import type { BundledSite, PageCheck } from '../../joints.ts'
import { asError } from '../../scripts/lib/diagnostics.ts'
import { type Cost, overBudget } from './costs.ts'
import { costOf, sizeOfText } from './measure.ts'
import { printCosts } from './print-costs.ts'
import { packagesIn } from './script-parts.ts'
import type { Budgets } from './site.ts'

/** Measures the pages in dist/, and compares them with their budgets. */
export function checkBudgets(site: BundledSite, dist: string, budgets: Budgets): PageCheck {
  const costs: Cost[] = []
  return {
    add: page => void costs.push(costOf(page, site, dist)),
    diagnostics: () => overBudget(costs, budgets, urls => packagesIn(urls, site.browserScript)).map(asError),
    report: () => printCosts(costs, sizeOfText(site.manifest.style), budgets),
  }
}
