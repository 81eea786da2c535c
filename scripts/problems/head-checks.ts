import type { HeadFields } from '../../shared/owner.ts'
import { namesOf } from './costs.ts'
import { lengthProblem, namedProblems } from './table-checks.ts'

/** Titles and descriptions of loaders, by the path of their page, that search results would cut, or that pages share. */
export function headProblems(heads: ReadonlyMap<string, { title: string; description: string }>): string[] {
  const problems: string[] = []
  for (const field of ['title', 'description'] as const) {
    const pages = Map.groupBy(heads.keys(), path => heads.get(path)?.[field] ?? '')
    for (const [text, paths] of pages) {
      const names = namesOf(paths)
      const problem = lengthProblem(field, text)
      if (problem) problems.push(`${names}: the ${field} ${problem}`)
      if (paths.length > 1) problems.push(`${names}: they share the ${field} "${text}"`)
    }
  }
  return problems
}

/** Pictures and canonical addresses of loaders that are not there, by the path of their page. */
export const fieldProblems = (
  loaded: ReadonlyMap<string, HeadFields>,
  exists: (path: string) => boolean,
): string[] =>
  Array.from(loaded, ([path, fields]) =>
    // The path of an address may be what a loader computes for each.
    namedProblems(fields, '', exists).map(({ field, problem }) => `${path}: the ${field} ${problem}`),
  ).flat()
