import type { CheckedPage } from '../../extension-points.ts'
import { NOT_FOUND_PAGE } from '../../scripts/bundle/options.ts'
import { namesOf } from '../../scripts/lib/names-of.ts'
import { hasScript } from '../../shared/route-table.ts'
import type { Element } from './html.ts'
import { linkProblem, noHeading, type SiteLinks } from './link-checks.ts'
import { policyProblems } from './policy-checks.ts'
import { resolveLink } from './resolve-link.ts'

/** Collects the parts of a page that the checks need. */
function partsOf(page: readonly Element[]) {
  const all = (elements: readonly Element[], ...names: string[]) =>
    elements.flatMap(({ attributes }) => names.flatMap(name => attributes.get(name) ?? []))
  const isLink = ({ name }: Element) => name === 'a' || name === 'area'
  return {
    headings: page.flatMap(({ name }) => (/^h[1-6]$/.test(name) ? [Number(name[1])] : [])),
    ids: new Set(all(page, 'id')),
    links: all(page.filter(isLink), 'href'),
    /** The files that the page loads. It's a set because React adds a <link> that preloads an <img>. */
    files: new Set(
      all(
        page.filter(element => !isLink(element)),
        'href',
        'src',
        'poster',
      ),
    ),
  }
}

/** Checks headings, links, fragments and the policy, page by page. It keeps only a page's ids and fragments in memory. */
export function createDocumentCheck(site: SiteLinks) {
  const found: string[] = []
  /** The pages by the message about what the policy blocks on them: a mistake in the layout is on every page. */
  const blocked = new Map<string, string[]>()
  const ids = new Map<string, ReadonlySet<string>>()
  const fragments: { place: string; href: string; page: string; fragment: string }[] = []

  async function add({ path, route }: Pick<CheckedPage, 'path' | 'route'>, page: readonly Element[]) {
    const parts = partsOf(page)
    const place = placeOf(path)
    const problem = (message: string) => found.push(`${place}: ${message}`)

    if (parts.headings.filter(level => level === 1).length !== 1) problem('needs exactly one h1')
    for (const [index, level] of parts.headings.entries()) {
      const before = parts.headings[index - 1] ?? 0
      if (level <= before + 1) continue
      if (before === 0) problem(`the first heading is an h${level}: begin the page with its h1`)
      else problem(`an h${level} follows an h${before}: write h${before + 1}`)
    }

    for (const message of policyProblems(page, hasScript(route)))
      blocked.getOrInsertComputed(message, () => []).push(place)

    ids.set(path, parts.ids)
    for (const href of parts.links) {
      const to = resolveLink(href, path)
      if (!to) continue
      const message = await linkProblem(to.path, path, site)
      if (message) found.push(`${site.linkAt(place, href)}, ${message}`)
      else if (to.fragment) fragments.push({ place, href, page: to.path, fragment: to.fragment })
    }
    for (const href of parts.files) {
      const to = resolveLink(href, path)
      const message = to && (await linkProblem(to.path, path, site))
      if (message) found.push(`${place} refers to ${href}, ${message}`)
    }
  }

  /** Names a page by its path. A not-found page has its file, too, because no link leads to its path. */
  function placeOf(path: string): string {
    return site.table.notFoundPaths.includes(path) ? `${path}, ${NOT_FOUND_PAGE}` : path
  }

  return {
    add,
    problems: () => [
      ...found,
      ...Array.from(blocked, ([message, places]) => `${namesOf(places)}: ${message}`),
      ...fragments
        .filter(({ page, fragment }) => ids.get(page)?.has(fragment) === false)
        .map(({ place, href, fragment }) => `${site.linkAt(place, href)}, ${noHeading(fragment)}`),
    ],
  }
}
