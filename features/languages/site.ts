// The fields that this feature adds to a route, and to shared/site/company.ts.
import type { Company, Messages } from '../../shared/site.ts'

declare module '../../shared/site.ts' {
  interface Route {
    /** Makes the page this language's home page (RFC 5646). Its path is one segment, as in /en. Pages below use the language. */
    readonly home?: string
    /**
     * The id of the page that this one translates: its key here, or the id that a feature gives it. If the path has params, each
     * address translates the one with the same params.
     */
    readonly translates?: string
  }

  interface CompanyFile {
    readonly translations?: Translations
  }
}

/** The messages of the layout in another language, and facts that replace the company's in that language. */
export interface Translation extends Messages, Pick<Partial<Company>, 'locale' | 'address' | 'description'> {}

/** The translations by language (RFC 5646). The company's own language isn't among them: its messages are in `messages`. */
export type Translations = Readonly<Record<string, Translation>>
