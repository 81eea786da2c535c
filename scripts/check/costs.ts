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
  return Array.from(
    Map.groupBy(problems, ({ text }) => text),
    ([text, group]) => {
      const named = group.slice(0, MAX_NAMED).map(({ path }) => path)
      const others = group.length - named.length
      return `${named.join(', ')}${others > 0 ? ` and ${others} more` : ''}: ${text}`
    },
  )
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
