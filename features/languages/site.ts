// What this feature adds to a route, and to shared/site/company.ts.
import type { Company, Messages } from '../../shared/site.ts'

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

/** The messages of the layout in another language, and the facts that replace those of `company` there. */
export interface Translation extends Messages, Pick<Partial<Company>, 'locale' | 'address' | 'description'> {}

/** A translation for each language, by its name in RFC 5646. The company's own language has none: its messages are `messages`. */
export type Translations = Readonly<Record<string, Translation>>
