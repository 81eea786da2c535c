import { NOWHERE } from '../../server/paths.ts'
import type { Table } from '../../shared/page-table.ts'
import { policyProblems } from './policy-checks.ts'
import { DESCRIPTION, lengthProblems, TITLE } from './table-checks.ts'

/** What a page's HTML holds, as far as the checks need it. The HTML is React's own, so its form is known. */
function read(html: string) {
  const all = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, found = '']) => own(decode(found)))
  return {
    title: all(/<title>([^<]*)<\/title>/g)[0] ?? '',
    description: all(/<meta name="description" content="([^"]*)"/g)[0] ?? '',
    noindex: html.includes('<meta name="robots" content="noindex"'),
    headings: all(/<h([1-6])\b/g).map(Number),
    ids: all(/\sid="([^"]*)"/g),
    targets: all(/\s(?:href|src|poster)="([^"]*)"/g),
  }
}

/** A copy: a slice of a string keeps the whole string in memory. */
const own = (slice: string) => Buffer.from(slice).toString()

const decode = (text: string) =>
  text
    .replace(/&#x([\da-f]+);/gi, (_, code) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

/** A fragment as the id that it names: browsers accept both forms. */
function unescaped(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}

/** Where a page's title or description is written. */
function fieldOf(table: Table, path: string, kind: 'title' | 'description'): string {
  const id = table.at(path)?.id
  if (id) return id.endsWith('.md') ? `${kind} in shared/content/${id}` : `pages.${id}.${kind}`
  return path === NOWHERE ? `notFound.${kind}` : `the ${kind}`
}

/**
 * Every problem of a site's pages, given by path: titles and descriptions that search results would cut, or that
 * two pages share; headings out of order; links, fragments and assets that lead nowhere; what the policy blocks.
 */
export function problems(
  pages: ReadonlyMap<string, string>,
  table: Table,
  exists: (path: string) => boolean,
): string[] {
  const check = createCheck(table, exists)
  for (const [path, html] of pages) check.add(path, html)
  return check.problems()
}

/** The same for one page after the other: no page is kept, so that a site may have any number of them. */
export function createCheck(table: Table, exists: (path: string) => boolean) {
  const found: string[] = []
  const seen = new Map<string, string>()
  const ids = new Map<string, string[]>()
  const fragments: { path: string; target: string; page: string; fragment: string }[] = []

  function add(path: string, html: string): void {
    const page = read(html)
    const problem = (message: string) => found.push(`${path}: ${message}`)
    const unique = (kind: string, text: string) => {
      const other = seen.get(text)
      if (other !== undefined) problem(`has the same ${kind} as ${other}`)
      seen.set(text, path)
    }
    const within = (kind: 'title' | 'description', limits: typeof TITLE) => {
      for (const message of lengthProblems(fieldOf(table, path, kind), page[kind], limits)) problem(message)
    }

    within('title', TITLE)
    unique('title', page.title)
    if (!page.noindex) within('description', DESCRIPTION)
    unique('description', page.description)

    if (page.headings.filter(level => level === 1).length !== 1) problem('has not exactly one h1')
    for (const [index, level] of page.headings.entries()) {
      const before = page.headings[index - 1] ?? 0
      if (level > before + 1) problem(`an h${level} follows ${before === 0 ? 'nothing' : `an h${before}`}`)
    }

    for (const message of policyProblems(html)) problem(message)

    ids.set(path, page.ids)
    for (const id of page.ids.filter((id, index) => page.ids.indexOf(id) !== index))
      problem(`the id ${id} stands twice`)
    for (const target of page.targets) {
      if (/^([a-z][a-z\d+.-]*:|\/\/)/i.test(target)) continue // Another site, or an address.
      const [, linked = '', fragment] = /^([^?#]*)(?:\?[^#]*)?(?:#(.*))?$/.exec(target) ?? []
      if (linked && !exists(linked)) problem(`the link to ${linked} is dead`)
      if (fragment) fragments.push({ path, target, page: linked || path, fragment: unescaped(fragment) })
    }
  }

  return {
    add,
    /** Every problem of the pages so far. */
    problems: () => [
      ...found,
      ...fragments
        .filter(({ page, fragment }) => ids.get(page)?.includes(fragment) === false)
        .map(({ path, target }) => `${path}: the link to ${target} names no id of that page`),
    ],
  }
}
