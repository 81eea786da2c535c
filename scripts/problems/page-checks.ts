import { isContent } from '../../server/describe/content-folders.ts'
import { targetOf } from '../lib/link-address.ts'
import type { Element } from './html.ts'
import { type LinkTargets, linkProblem, noHeading } from './link-checks.ts'
import { policyProblems } from './policy-checks.ts'

/** The parts of a page that are checked. */
function partsOf(page: readonly Element[]) {
  const all = (...names: string[]) =>
    page.flatMap(({ attributes }) => names.flatMap(name => attributes.get(name) ?? []))
  return {
    headings: page.flatMap(({ name }) => (/^h[1-6]$/.test(name) ? [Number(name[1])] : [])),
    ids: new Set(all('id')),
    targets: all('href', 'src', 'poster'),
  }
}

/** Checks headings, links, fragments and the policy, one page after the other. No page is kept in memory. */
export function createCheck(targets: LinkTargets) {
  const found: string[] = []
  const ids = new Map<string, ReadonlySet<string>>()
  const fragments: { path: string; target: string; page: string; fragment: string }[] = []

  function add(path: string, page: readonly Element[]): void {
    const parts = partsOf(page)
    const problem = (message: string) => found.push(`${path}: ${message}`)

    if (parts.headings.filter(level => level === 1).length !== 1) problem('has not exactly one h1')
    for (const [index, level] of parts.headings.entries()) {
      const before = parts.headings[index - 1] ?? 0
      if (level <= before + 1) continue
      if (before === 0)
        problem(`an h${level} follows nothing: a page begins with its h1, and the header has no heading`)
      else problem(`an h${level} follows an h${before}: write h${before + 1}`)
    }

    const isHydrated = targets.table.match(path)?.row.script !== false
    for (const message of policyProblems(page, { isHydrated })) problem(message)

    ids.set(path, parts.ids)
    for (const target of parts.targets) {
      const to = targetOf(target, path)
      if (!to || (targets.unpublished.has(to.path) && isListed(path, to.path))) continue
      const message = linkProblem(to.path, path, targets)
      if (message) found.push(`${targets.linkAt(path, target)}: ${message}`)
      else if (to.fragment) fragments.push({ path, target, page: to.path, fragment: to.fragment })
    }
  }

  /** In development an index shows what is not published yet, and so do the menus. */
  function isListed(from: string, path: string): boolean {
    const [row, target] = [from, path].map(each => targets.table.match(each)?.row)
    return (row && isContent(row)) || Object.keys(target?.menus ?? {}).length > 0
  }

  return {
    add,
    problems: () => [
      ...found,
      ...fragments
        .filter(({ page, fragment }) => ids.get(page)?.has(fragment) === false)
        .map(({ path, target, fragment }) => `${targets.linkAt(path, target)}: ${noHeading(fragment)}`),
    ],
  }
}
