import type { PageHead } from '../../shared/page-head.ts'
import { namesOf } from './costs.ts'
import { lengthProblem } from './table-checks.ts'

/** Titles and descriptions of loaders, by the path of their page, that search results would cut, or that pages share. */
export function headProblems(heads: ReadonlyMap<string, Pick<PageHead, 'title' | 'description'>>): string[] {
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
