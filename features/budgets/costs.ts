import type { Diagnostic } from '../../extension-points.ts'
import { asError, asWarning } from '../../scripts/lib/diagnostics.ts'
import { fieldInTable } from '../../scripts/lib/field-places.ts'
import { namesOf } from '../../scripts/lib/names-of.ts'
import type { Route } from '../../shared/site.ts'
import type { Parts } from './script-parts.ts'
import type { Budgets } from './site.ts'

/** A file's size in bytes. */
export interface Size {
  raw: number
  /** With brotli, or raw if dist/ has no compressed file, because compression wouldn't make it smaller. */
  br: number
}

type Figure = keyof Budgets

/** The bytes that a first visit to a page loads. */
export interface Cost extends Record<Figure, Size> {
  path: string
  /** The bytes of the page's data as JSON. The HTML contains the same data. */
  data: number
  /** The site's share of the script, in bytes with brotli. */
  siteScript: number
  /** The scripts that the page imports dynamically, so a browser loads them later, or never. */
  lazy: Size
  /** The page's route id. Undefined for the not-found page. */
  id: string | undefined
  /** The route's own budgets, which override shared/site/budgets.ts. */
  budget: Route['budget']
  /** The URLs of the script files that a first visit loads. */
  scripts: readonly string[]
}

/** The budgets of a site that sets none. A site with Radix and motion meets them. Exceeding one is a warning, not an error. */
export const DEFAULTS: Required<Budgets> = {
  html: 40_000, // A new connection carries about this much in its first two round trips.
  script: 200_000,
}

/**
 * Reports pages over a budget. A budget that the site has set gives errors: pages with the same figures share a line. A default
 * budget gives one warning, with the figures of the largest page. `partsOfScripts` returns the parts of the files at some URLs.
 */
export function overBudget(
  costs: readonly Cost[],
  budgets: Budgets,
  partsOfScripts: (urls: readonly string[]) => Parts,
): Diagnostic[] {
  const over = usages(costs, budgets).filter(({ br, budget }) => br > budget)
  const [set, byDefault] = [over.filter(({ place }) => place), over.filter(({ place }) => !place)]
  const partsSentence = ({ figure, scripts }: Usage) =>
    figure === 'script' ? `. Minified, before brotli, that is ${namesOfParts(partsOfScripts(scripts))}` : ''
  const errors = Map.groupBy(set, usage => {
    const { figure, br, budget, place } = usage
    return `${br} bytes of ${figure}, ${br - budget} over the budget of ${budget} in ${place}${partsSentence(usage)}`
  })
  const warnings = Map.groupBy(byDefault, ({ figure }) => figure)
  return [
    ...Array.from(errors, ([text, group]) => asError(`${pathsOf(group)}: ${text}`)),
    ...[...warnings.values()].flatMap(group => {
      const [largest, ...others] = group.toSorted((a, b) => b.br - a.br)
      if (!largest) return []
      const { br, figure, budget } = largest
      const text = `${br} bytes of ${figure}, over the default of ${budget}${partsSentence(largest)}`
      const advice = `Write your own limit for ${figure} into ${OF_ALL}`
      return asWarning(`${pathsOf([largest, ...others])}: ${text}. ${advice}`)
    }),
  ]
}

const pathsOf = (pages: readonly Usage[]) => namesOf(pages.map(({ path }) => path))

/** Below this share of a budget, the remaining bytes are worth a hint. */
const NEARLY_SPENT = 0.05

/** Returns a line for each budget that the site has set and that some pages have nearly used up. */
export function nearlySpent(costs: readonly Cost[], budgets: Budgets): string[] {
  const near = usages(costs, budgets)
    .map(usage => ({ ...usage, left: usage.budget - usage.br }))
    .filter(({ left, budget, place }) => place && left >= 0 && left < budget * NEARLY_SPENT)
  const byBudget = Map.groupBy(near, ({ figure, budget, place }) => `${budget} for ${figure} in ${place}`)
  return Array.from(byBudget, ([budget, group]) => {
    const least = Math.min(...group.map(({ left }) => left))
    return `${pathsOf(group)}: ${least} bytes are left of the budget of ${budget}`
  })
}

/** A figure of a page, with the budget that applies to it. */
interface Usage {
  path: string
  figure: Figure
  br: number
  budget: number
  /** The file or field in which the site has set the budget. Undefined for a default. */
  place: string | undefined
  scripts: readonly string[]
}

const figures: readonly Figure[] = ['html', 'script']

const OF_ALL = 'shared/site/budgets.ts'

const usages = (costs: readonly Cost[], budgets: Budgets): Usage[] =>
  costs.flatMap(({ path, id, budget: own = {}, scripts, ...cost }) =>
    figures.map(figure => {
      const isOwn = id !== undefined && own[figure] !== undefined
      return {
        path,
        figure,
        br: cost[figure].br,
        budget: own[figure] ?? budgets[figure] ?? DEFAULTS[figure],
        place: isOwn ? fieldInTable(id, `budget.${figure}`) : figure in budgets ? OF_ALL : undefined,
        scripts,
      }
    }),
  )

/** Lists the parts with their bytes, the largest first. */
function namesOfParts(parts: Parts): string {
  const sorted = [...parts].toSorted(([, a], [, b]) => b - a)
  return namesOf(sorted.map(([name, bytes]) => `${name} ${bytes}`))
}
