import { isContent } from '../../server/describe/content-folders.ts'
import type { Budgets } from '../../shared/owner.ts'
import type { Row } from '../../shared/page-table.ts'
import { fieldInTable } from './table-checks.ts'

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
  /** What its script imports dynamically, and so is loaded later, or never. */
  lazy: Size
  /** Undefined for the not-found page. */
  row: Row | undefined
  /** The URLs of the files of each kind of script. */
  files: Partial<Record<Figure, readonly string[]>>
}

/** The minified bytes of each package in these files. Those of our own files have no name. */
type PackagesIn = (urls: readonly string[]) => ReadonlyMap<string | undefined, number>

/** How many pages a message names. */
const MAX_NAMED = 5

/** One line for each figure that is over its budget, with the pages. */
export function overBudget(costs: readonly Cost[], budgets: Budgets, packagesIn: PackagesIn): string[] {
  const problems = costs.flatMap(cost =>
    problemsOf(cost, budgets, packagesIn).map(text => ({ path: cost.path, text })),
  )
  const byText = Map.groupBy(problems, ({ text }) => text)
  return Array.from(byText, ([text, group]) => `${namesOf(group.map(({ path }) => path))}: ${text}`)
}

/** The first paths of a list, and how many there are besides. */
export function namesOf(paths: readonly string[]): string {
  const named = paths.slice(0, MAX_NAMED).join(', ')
  const others = paths.length - MAX_NAMED
  return others > 0 ? `${named} and ${others} more` : named
}

function problemsOf(cost: Cost, budgets: Budgets, packagesIn: PackagesIn): string[] {
  const { row } = cost
  const own: Partial<Budgets> = row?.budget ?? {}
  const figures: Figure[] = ['html', 'common', 'script']
  return figures.flatMap(figure => {
    if (figure === 'html' && row && isContent(row)) return [] // A text may be as long as its author likes.
    const { br } = cost[figure]
    const budget = own[figure] ?? budgets[figure]
    if (br <= budget) return []
    const place =
      row && own[figure] !== undefined ? fieldInTable(row.id, `budget.${figure}`) : 'shared/site/budgets.ts'
    const over = `${br} bytes of ${figure}, ${br - budget} over the budget of ${budget} in ${place}`
    const files = cost.files[figure]
    return files ? `${over}. Minified, before brotli, that is ${partsOf(packagesIn(files))}` : over
  })
}

/** The packages with their bytes, the largest first. */
function partsOf(packages: ReturnType<PackagesIn>): string {
  const parts = [...packages].toSorted(([, a], [, b]) => b - a)
  return namesOf(parts.map(([name = 'own code', bytes]) => `${name} ${bytes}`))
}
