import type { BundledSite, PageCheck } from '../../extension-points.ts'
import { bundleInline, SCRIPT_LOADER } from '../../scripts/bundle/inline-scripts.ts'
import { outputOf, urlOfOutput } from '../../scripts/bundle/outputs.ts'
import { type Cost, overBudget } from './costs.ts'
import { costOf, scriptShares, sizeOfText } from './measure.ts'
import { printCosts, printScript } from './print-costs.ts'
import { partsAt, partsOf, type Shares, shareOut } from './script-parts.ts'
import type { Budgets } from './site.ts'

/** Measures the pages in dist/, and compares them with their budgets. */
export function checkBudgets(site: BundledSite, dist: string, budgets: Budgets): PageCheck {
  const costs: Cost[] = []
  return {
    add: page => void costs.push(costOf(page, site, dist)),
    diagnostics: () => overBudget(costs, budgets, urls => partsAt(urls, site.browserScript)),
    printResults: async () => {
      printCosts(costs, sizeOfText(site.manifest.style), budgets)
      printScript(await scriptByTime(site, dist))
    },
  }
}

/** Splits the script that all pages share between the engine, the features and the site, by when a browser loads it. */
async function scriptByTime(site: BundledSite, dist: string): Promise<Record<string, Shares>> {
  const { manifest, browserScript } = site
  const loader = await bundleInline(SCRIPT_LOADER, { SCRIPTS: '[]' })
  const allPages = urlOfOutput(outputOf('client/all-pages.ts', browserScript))
  return {
    'in each page': shareOut(
      sizeOfText(manifest.scriptLoader).br,
      partsOf(Object.values(loader.metafile.outputs)),
    ),
    'at hydration': scriptShares(manifest.scripts, site, dist),
    'at the first click': scriptShares([allPages], site, dist),
  }
}
