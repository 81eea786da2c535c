import { decodeHTMLAttribute } from 'entities'
import { isContent } from '../../server/pages/content-folders.ts'
import { targetOf } from '../lib/link-address.ts'
import { type LinkTargets, linkProblem, noHeading } from './link-checks.ts'
import { policyProblems } from './policy-checks.ts'

/** The parts of a page that are checked. React has written the HTML, so its form is known. */
function read(html: string) {
  const all = (pattern: RegExp) =>
    [...html.matchAll(pattern)].map(([, found = '']) => own(decodeHTMLAttribute(found)))
  return {
    headings: all(/<h([1-6])\b/g).map(Number),
    ids: all(/\sid="([^"]*)"/g),
    targets: all(/\s(?:href|src|poster)="([^"]*)"/g),
  }
}

/** A copy: a slice of a string keeps the whole string in memory. */
const own = (slice: string) => Buffer.from(slice).toString()

/** Checks headings, links, fragments and the policy, one page after the other. No page is kept in memory. */
export function createCheck(targets: LinkTargets) {
  const found: string[] = []
  const ids = new Map<string, string[]>()
  const fragments: { path: string; target: string; page: string; fragment: string }[] = []

  function add(path: string, whole: string): void {
    const html = whole.replace(/<style>.*?<\/style>/s, '') // Two thirds of a page, without anything to check.
    const page = read(html)
    const problem = (message: string) => found.push(`${path}: ${message}`)

    if (page.headings.filter(level => level === 1).length !== 1) problem('has not exactly one h1')
    for (const [index, level] of page.headings.entries()) {
      const before = page.headings[index - 1] ?? 0
      if (level <= before + 1) continue
      if (before === 0)
        problem(`an h${level} follows nothing: a page begins with its h1, and the header has no heading`)
      else problem(`an h${level} follows an h${before}: write h${before + 1}`)
    }
    if ([...html.matchAll(/<html\b/g)].length > 1)
      problem('has an <html> in its text: write `lang` in its row for another language')

    for (const message of policyProblems(html)) problem(message)

    ids.set(path, page.ids)
    for (const id of page.ids.filter((each, index) => page.ids.indexOf(each) !== index))
      problem(`the id ${id} stands twice`)
    for (const target of page.targets) {
      const to = targetOf(target, path)
      if (!to || (targets.unpublished.has(to.path) && isListed(path, to.path))) continue
      const message = linkProblem(to.path, path, targets)
      if (message) found.push(`${targets.linkAt(path, target)}: ${message}`)
      else if (to.fragment) fragments.push({ path, target, page: to.path, fragment: to.fragment })
    }
  }

  /** In development an index shows what is not published yet, and so do the menus. */
  function isListed(from: string, path: string): boolean {
    const { header, footer } = targets.table.menus
    const row = targets.table.match(from)?.row
    return (row && isContent(row)) || [...header, ...footer].some(link => link.path === path)
  }

  return {
    add,
    problems: () => [
      ...found,
      ...fragments
        .filter(({ page, fragment }) => ids.get(page)?.includes(fragment) === false)
        .map(({ path, target, fragment }) => `${targets.linkAt(path, target)}: ${noHeading(fragment)}`),
    ],
  }
}
