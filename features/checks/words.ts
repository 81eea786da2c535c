import type { CheckedSite } from '../../extension-points.ts'
import { placeInMenu } from '../../scripts/bundle/make-table.ts'
import type { MenuLink } from '../../shared/site.ts'
import { MAX_TITLE_LENGTH } from '../../shared/titles.ts'

/** Reports each control character in a route's words. */
export const controlProblems = ({ table: { routes }, fieldOf }: CheckedSite): string[] =>
  routes.flatMap(({ id, heading, label, description }) =>
    Object.entries({ title: heading, label, description }).flatMap(([name, text]) => {
      const problem = controlProblem(text)
      return problem ? `${fieldOf(id, name)} ${problem}` : []
    }),
  )

/** Reports a character that no typeface has and no editor shows. A program may have copied it along with the words. */
function controlProblem(text: string): string | undefined {
  const found = /\p{Cc}/u.exec(text)
  if (!found) return undefined
  const code = found[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
  return `has the control character U+${code} after ${JSON.stringify(text.slice(0, found.index))}: delete it`
}

/** The lengths that search results show in full. */
const LENGTHS = {
  title: { min: 1, max: MAX_TITLE_LENGTH },
  description: { min: 50, max: 160 },
}

/** Explains why a title or a description is too long or too short. The name of the text goes before the message. */
export function lengthProblem(field: keyof typeof LENGTHS, { length }: string): string | undefined {
  const { min, max } = LENGTHS[field]
  return length < min || length > max ? `has ${length} characters: write ${min} to ${max}` : undefined
}

/** A text that only one page may have, or a place that only one link in a menu may have, below one home page. */
interface Unique {
  /** The kind of text that has to be unique, such as `title`. */
  kind: string
  text: string
  lang: string
  /** The field in which it's written. */
  field: string
  path: string
}

/**
 * Reports titles and descriptions that search results would cut, or that two pages share, and a place in a menu that two links
 * share. If a text is a field's value in `company`, the message names this field, because that's where to change it.
 */
export function wordProblems({ table: { routes, languages }, company, fieldOf }: CheckedSite): string[] {
  const fieldOfCompany = new Map(Object.entries(company).map(([name, value]) => [value, name]))
  const [companyLanguage] = languages
  const homePathOf = (lang: string) =>
    languages.find(each => each.lang === lang)?.homePath ?? companyLanguage.homePath
  const problems: string[] = []
  /** The path of the page or link that has a text. */
  const seen = new Map<string, string>()
  const check = ({ kind, text, lang, field, path }: Unique) => {
    // A language with a home page has its own menus, and its pages may have the same words as pages of other languages.
    const key = [homePathOf(lang), kind, text].join(' ')
    const other = seen.get(key)
    if (other) problems.push(`${field} "${text}" is already used by ${other}: write another`)
    else seen.set(key, path)
  }
  const checkPlaces = ({ menus, lang, path }: Required<MenuLink>, field: string) => {
    for (const [menu, place] of Object.entries(menus))
      check({ kind: 'place', text: `${menu}: ${placeInMenu(place).place}`, lang, field, path })
  }
  for (const route of routes) {
    const { id, path, heading, description, lang } = route
    const words = { title: heading, description }
    for (const name of ['title', 'description'] as const) {
      const text = words[name]
      const field = fieldOf(id, name)
      const problem = lengthProblem(name, text)
      const shared = fieldOfCompany.get(text)
      if (problem) problems.push(`${field}${shared ? `, which is company.${shared},` : ''} ${problem}`)
      check({ kind: name, text, lang, field, path })
    }
    checkPlaces(route, fieldOf(id, 'menus'))
  }
  for (const [i, link] of (company.links ?? []).entries())
    checkPlaces({ lang: companyLanguage.lang, ...link }, `company.links[${i}].menus`)
  return problems
}
