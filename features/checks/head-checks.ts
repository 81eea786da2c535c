import { decoded } from '../../scripts/lib/decoded.ts'
import { fieldInTable } from '../../scripts/lib/field-places.ts'
import { namesOf } from '../../scripts/lib/names-of.ts'
import { pictureOf } from '../../server/metadata/link-preview.ts'
import type { ResolvedRoute } from '../../shared/route-table.ts'
import type { HeadFields } from '../../shared/site.ts'
import type { LinkTargets } from './link-checks.ts'
import { lengthProblem } from './words.ts'

/** What a head can name. */
export type NamedTargets = Pick<LinkTargets, 'isPage' | 'isFile'>

/** What is wrong with what a head names, to follow the name of its field. */
export function namedProblems(
  { image, canonical }: HeadFields,
  { isPage, isFile }: NamedTargets,
): { field: string; problem: string }[] {
  const problems: { field: string; problem: string }[] = []
  const check = (field: string, address: string, exists: (path: string) => boolean, missing: string) => {
    if (!/^(\/(?!\/)|https?:\/\/.)/.test(address))
      problems.push({
        field,
        problem: `is ${address}: write a path such as /about, or an address with https://`,
      })
    else if (address.startsWith('/') && !exists(decoded(address)))
      problems.push({ field, problem: `is ${address}: ${missing}` })
  }
  if (canonical !== undefined) check('canonical', canonical, isPage, 'there is no such page')
  if (image === undefined) return problems
  const { src } = pictureOf(image)
  if (/\.svg$/i.test(src))
    problems.push({
      field: 'image',
      problem: `is ${src}: link previews cannot show an SVG: use a PNG or a JPEG`,
    })
  else check('image', src, isFile, 'there is no such file in shared/site/public/')
  return problems
}

/** Pictures of link previews and canonical addresses that are not there. */
export const headFieldProblems = (
  routes: readonly ResolvedRoute[],
  targets: NamedTargets,
  fieldOf = fieldInTable,
): string[] =>
  routes.flatMap(route =>
    namedProblems(route, targets).map(({ field, problem }) => `${fieldOf(route.id, field)} ${problem}`),
  )

/** What data says of a page. */
export interface Head extends HeadFields {
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

/** Pictures and canonical addresses that data names and that are not there, by the path of their page. */
export const fieldProblems = (loaded: ReadonlyMap<string, HeadFields>, targets: NamedTargets): string[] =>
  Array.from(loaded, ([path, fields]) =>
    namedProblems(fields, targets).map(({ field, problem }) => `${path}: the ${field} ${problem}`),
  ).flat()
