import type { PageHead } from '../../shared/document.tsx'
import { namesOf } from './costs.ts'
import { DESCRIPTION, TITLE } from './table-checks.ts'

/** Titles and descriptions of loaders, by the path of their page, that search results would cut, or that pages share. */
export function headProblems(heads: ReadonlyMap<string, PageHead>): string[] {
  const problems: string[] = []
  const check = (field: 'title' | 'description', { min, max }: typeof TITLE) => {
    const pages = Map.groupBy(heads.keys(), path => heads.get(path)?.[field] ?? '')
    for (const [text, paths] of pages) {
      const names = namesOf(paths)
      if (text.length < min || text.length > max)
        problems.push(`${names}: the ${field} has ${text.length} characters: write ${min} to ${max}`)
      if (paths.length > 1) problems.push(`${names}: they share the ${field} "${text}"`)
    }
  }
  check('title', TITLE)
  check('description', DESCRIPTION)
  return problems
}
