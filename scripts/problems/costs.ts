import type { Budgets } from '../../shared/owner.ts'

/** Of a file, in bytes. */
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
  /** Whether it is one of shared/site/content/. */
  isContent: boolean
  /** What may have made a figure large: the packages that are imported. */
  includes: Partial<Record<Figure, readonly string[]>>
}

/** How many pages a message names. */
const MAX_NAMED = 5

/** One line for each figure that is over its budget, with the pages. */
export function overBudget(costs: readonly Cost[], budgets: Budgets): string[] {
  const problems = costs.flatMap(cost => problemsOf(cost, budgets).map(text => ({ path: cost.path, text })))
  const byText = Map.groupBy(problems, ({ text }) => text)
  return Array.from(byText, ([text, group]) => `${namesOf(group.map(({ path }) => path))}: ${text}`)
}

/** The first paths of a list, and how many there are besides. */
export function namesOf(paths: readonly string[]): string {
  const named = paths.slice(0, MAX_NAMED).join(', ')
  const others = paths.length - MAX_NAMED
  return others > 0 ? `${named} and ${others} more` : named
}

function problemsOf(cost: Cost, budgets: Budgets): string[] {
  const figures: Figure[] = ['html', 'common', 'script']
  const isOver = (figure: Figure) => {
    if (figure === 'html' && cost.isContent) return false // A text may be as long as its author likes.
    return cost[figure].br > budgets[figure]
  }
  return figures.filter(isOver).map(figure => {
    const { br } = cost[figure]
    const includes = cost.includes[figure] ?? []
    const over = `${br} bytes of ${figure}, ${br - budgets[figure]} over the budget of ${budgets[figure]} in shared/site/budgets.ts`
    return includes.length > 0 ? `${over}. It includes ${includes.join(', ')}` : over
  })
}
