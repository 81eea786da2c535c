import type { BuildFeature } from '../../joints.ts'
import type { HeadFields } from '../../shared/site.ts'
import { namesOf } from './costs.ts'
import { headFieldProblems, lengthProblem, type NamedTargets } from './route-checks.ts'

interface Head {
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

/** What is wrong with the heads that data says, by the path of their page. */
export const loadedFieldProblems = (
  loaded: ReadonlyMap<string, HeadFields>,
  targets: NamedTargets,
  features: readonly BuildFeature[],
): string[] =>
  Array.from(loaded, ([path, fields]) =>
    headFieldProblems(fields, targets, features).map(
      ({ field, problem }) => `${path}: the ${field} ${problem}`,
    ),
  ).flat()
