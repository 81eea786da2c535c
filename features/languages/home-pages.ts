import { isBelow } from '../../shared/route-table.ts'
import type { Route } from '../../shared/site.ts'

/** A home page of a language that is not the company's. */
interface HomePage {
  lang: string
  path: string
}

/** The home pages of languages. */
export const homePagesIn = (pages: readonly Pick<Route, 'path' | 'home'>[]): HomePage[] =>
  pages.flatMap(({ path, home: lang }) => (lang === undefined ? [] : { lang, path }))

/** The path of the home page of a language. One without has the company's. */
export const homePathIn = (homePages: readonly HomePage[], lang: string): string =>
  homePages.find(home => home.lang === lang)?.path ?? '/'

/** The home page that is at a path, or above it. */
export const homeAbove = (homePages: readonly HomePage[], path: string): HomePage | undefined =>
  homePages.find(home => isBelow(path, home.path))
