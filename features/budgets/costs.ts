import { fieldInTable } from '../../scripts/lib/field-places.ts'
import { namesOf } from '../../scripts/lib/names-of.ts'
import type { Route } from '../../shared/site.ts'
import type { Budgets } from './site.ts'

/** The size of a file, in bytes. */
export interface Size {
  raw: number
  /** With brotli, where that is smaller. */
  br: number
}

type Figure = keyof Budgets

/** What a first visit to a page costs. */
export interface Cost extends Record<Figure, Size> {
  path: string
  /** In bytes: its data as JSON, which stands in the HTML, too. */
  data: number
  /** What its script imports dynamically, and so is loaded later, or never. */
  lazy: Size
  /** That of its route. Undefined for the not-found page. */
  id: string | undefined
  /** The route's own, which replace those of all pages. */
  budget: Route['budget']
  /** The URLs of the files of each kind of script. */
  files: Partial<Record<Figure, readonly string[]>>
}

/** The minified bytes of each package in these files. Those of our own files have no name. */
type PackagesIn = (urls: readonly string[]) => ReadonlyMap<string | undefined, number>

/** One line for each figure that is over its budget, with the pages. */
export function overBudget(costs: readonly Cost[], budgets: Budgets, packagesIn: PackagesIn): string[] {
  const over = spendings(costs, budgets).filter(({ br, budget }) => br > budget)
  const byText = Map.groupBy(over, ({ figure, br, budget, place, files }) => {
    const text = `${br} bytes of ${figure}, ${br - budget} over the budget of ${budget} in ${place}`
    return files ? `${text}. Minified, before brotli, that is ${partsOf(packagesIn(files))}` : text
  })
  return Array.from(byText, ([text, group]) => `${namesOf(group.map(({ path }) => path))}: ${text}`)
}

/** The share of a budget below which what is left is worth a hint. */
const LITTLE = 0.05

/** One line for each budget of which little is left, with the pages. */
export function nearlySpent(costs: readonly Cost[], budgets: Budgets): string[] {
  const near = spendings(costs, budgets)
    .map(spending => ({ ...spending, left: spending.budget - spending.br }))
    .filter(({ left, budget }) => left >= 0 && left < budget * LITTLE)
  const byBudget = Map.groupBy(near, ({ figure, budget, place }) => `${budget} for ${figure} in ${place}`)
  return Array.from(byBudget, ([budget, group]) => {
    const least = Math.min(...group.map(({ left }) => left))
    return `${namesOf(group.map(({ path }) => path))}: ${least} bytes are left of the budget of ${budget}`
  })
}

/** A figure of a page with the budget that counts for it, and where that is written. */
interface Spending {
  path: string
  figure: Figure
  br: number
  budget: number
  place: string
  files: readonly string[] | undefined
}

const figures: readonly Figure[] = ['html', 'common', 'script']

const spendings = (costs: readonly Cost[], budgets: Budgets): Spending[] =>
  costs.flatMap(cost => {
    const { path, id, files } = cost
    const own: Partial<Budgets> = cost.budget ?? {}
    return figures.map(figure => ({
      path,
      figure,
      br: cost[figure].br,
      budget: own[figure] ?? budgets[figure],
      place:
        id !== undefined && own[figure] !== undefined
          ? fieldInTable(id, `budget.${figure}`)
          : 'shared/site/budgets.ts',
      files: files[figure],
    }))
  })

/** The packages with their bytes, the largest first. */
function partsOf(packages: ReturnType<PackagesIn>): string {
  const parts = [...packages].toSorted(([, a], [, b]) => b - a)
  return namesOf(parts.map(([name = 'own code', bytes]) => `${name} ${bytes}`))
}
