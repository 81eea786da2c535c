import { namesOf } from '../../scripts/lib/names-of.ts'
import { lengthProblem } from './words.ts'

/** The texts in a page's head that come from its data. */
export interface Head {
  title: string
  description: string
  /** The home page's path for the page's language. Pages below different home pages may have the same words. */
  homePath: string
}

/**
 * Reports titles and descriptions of data that search results would cut, or that several pages share. `heads` has them by the
 * path of the page. They become warnings, because data changes without a release; for routes, see `wordProblems`.
 */
export function headProblems(heads: ReadonlyMap<string, Head>): string[] {
  const problems: string[] = []
  for (const field of ['title', 'description'] as const) {
    const groups = Map.groupBy(heads, ([, { homePath, [field]: text }]) => `${homePath} ${text}`)
    for (const group of groups.values()) {
      const names = namesOf(group.map(([path]) => path))
      const text = group[0]?.[1][field] ?? ''
      const problem = lengthProblem(field, text)
      if (problem) problems.push(`${names}: the ${field} ${problem}`)
      if (group.length > 1) problems.push(`${names}: they share the ${field} "${text}"`)
    }
  }
  return problems
}
