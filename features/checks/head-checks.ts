import { namesOf } from '../../scripts/lib/names-of.ts'
import { lengthProblem } from './words.ts'

/** What data says of a page. */
export interface Head {
  title: string
  description: string
  /** The path of the home page of its language: its pages may have the words of others. */
  homePath: string
}

/**
 * Titles and descriptions that data says, by the path of their page, that search results would cut, or that pages share. These are
 * warnings, for data changes without a release; those of routes are errors: `wordProblems`.
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
