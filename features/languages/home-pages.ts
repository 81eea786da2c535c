import { isBelow } from '../../shared/route-table.ts'
import type { Route } from '../../shared/site.ts'

/** A language's home page, unless it's the company's language. */
interface HomePage {
  lang: string
  path: string
}

/** Finds the home pages of the languages that have one. */
export const homePagesIn = (pages: readonly Pick<Route, 'path' | 'home'>[]): HomePage[] =>
  pages.flatMap(({ path, home: lang }) => (lang === undefined ? [] : { lang, path }))

/** The path to a language's home page, or / if the language has no home page of its own. */
export const homePathIn = (homePages: readonly HomePage[], lang: string): string =>
  homePages.find(home => home.lang === lang)?.path ?? '/'

/** The language's home page that is at a path, or above it. */
export const homeAbove = (homePages: readonly HomePage[], path: string): HomePage | undefined =>
  homePages.find(home => isBelow(path, home.path))
