// What this feature adds to a route, and to shared/site/company.ts.
import type { Company, Labels } from '../../shared/site.ts'

declare module '../../shared/site.ts' {
  interface Route {
    /** The page is the home page of this language, as in RFC 5646, at a path of one segment such as /en. Every page below it uses that language. */
    readonly home?: string
    /**
     * The id of the page that this one says in another language: its key here, or the one that a feature gives it.
     * Where the path has params, an address with the same params is its translation.
     */
    readonly translates?: string
  }

  interface CompanyFile {
    readonly translations?: Translations
  }
}

/** The words of the layout in another language, and what it says of the company in place of what `company` says. */
export interface LanguageWords extends Labels, Pick<Partial<Company>, 'locale' | 'address' | 'description'> {}

/** Words by language, as in RFC 5646: all but the company's, whose words are `labels`. */
export type Translations = Readonly<Record<string, LanguageWords>>
