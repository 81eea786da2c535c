import { type Cost, nearlySpent, type Size } from './costs.ts'
import type { Budgets } from './site.ts'

/** Where a site has more pages, the largest are shown. */
const MAX_LINES = 20

/**
 * Prints what a first visit to each page costs, in bytes; `br` is with brotli. `css` is the style's share of the HTML, and
 * `lazy` is what the page imports dynamically.
 */
export function printCosts(costs: readonly Cost[], css: Size, budgets: Budgets): void {
  const largest =
    costs.length > MAX_LINES ? costs.toSorted((a, b) => b.html.br - a.html.br).slice(0, MAX_LINES) : costs
  const lineOf = ({ html, data, common, script, lazy }: Cost) => ({
    HTML: html.raw,
    'HTML br': html.br,
    'CSS in it': css.raw,
    'CSS br': css.br,
    data,
    JS: common.raw + script.raw,
    'JS br': common.br + script.br,
    'lazy JS': lazy.raw,
    'lazy br': lazy.br,
  })
  console.table(Object.fromEntries(largest.map(cost => [cost.path, lineOf(cost)])))
  const total = costs.reduce((bytes, { html }) => bytes + html.br, 0)
  console.log(
    `${costs.length} pages in dist/, ${total} bytes of HTML with brotli. The budgets with brotli: HTML ${budgets.html}, common JS ${budgets.common}, own JS ${budgets.script}.`,
  )
  for (const hint of nearlySpent(costs, budgets)) console.log(hint)
}
