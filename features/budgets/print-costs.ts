import { type Cost, DEFAULTS, nearlySpent, type Size } from './costs.ts'
import type { Shares } from './script-parts.ts'
import type { Budgets } from './site.ts'

/** If a site has more pages, the table shows those with the largest HTML. */
const MAX_LINES = 20

/**
 * Prints the bytes of a first visit to each page; `br` is with brotli. `CSS` is the style's share of the HTML, `site` is the
 * site's share of the script, and `lazy` is the script that the page imports dynamically.
 */
export function printCosts(costs: readonly Cost[], css: Size, budgets: Budgets): void {
  const largest =
    costs.length > MAX_LINES ? costs.toSorted((a, b) => b.html.br - a.html.br).slice(0, MAX_LINES) : costs
  const lineOf = ({ html, data, script, siteScript, lazy }: Cost) => ({
    HTML: html.raw,
    'HTML br': html.br,
    'CSS in it': css.raw,
    'CSS br': css.br,
    data,
    JS: script.raw,
    'JS br': script.br,
    'site br': Math.round(siteScript),
    'lazy JS': lazy.raw,
    'lazy br': lazy.br,
  })
  console.table(Object.fromEntries(largest.map(cost => [cost.path, lineOf(cost)])))
  const total = costs.reduce((bytes, cost) => bytes + cost.html.br, 0)
  const limits = { ...DEFAULTS, ...budgets }
  console.log(
    `${costs.length} pages in dist/, ${total} bytes of HTML with brotli. The budgets with brotli: HTML ${limits.html}, JS ${limits.script}.`,
  )
  for (const hint of nearlySpent(costs, budgets)) console.log(hint)
}

/** Prints a table of the script in bytes with brotli, by owner and by when a browser loads it. */
export function printScript(byTime: Readonly<Record<string, Shares>>): void {
  const owners = new Set(Object.values(byTime).flatMap(Object.keys))
  const lineOf = (owner: string) =>
    Object.fromEntries(Object.entries(byTime).map(([time, shares]) => [time, Math.round(shares[owner] ?? 0)]))
  console.log('The script in bytes with brotli, by owner and by when it loads:')
  console.table(Object.fromEntries([...owners].map(owner => [owner, lineOf(owner)])))
}
