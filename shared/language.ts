import type { Company, CompanyInLanguage, Menus, Messages, ShownCompany } from './site.ts'

/** One of the site's languages, with its layout's messages and menus. */
export interface Language {
  /** As in RFC 5646. */
  readonly lang: string
  readonly isRightToLeft: boolean
  /** The language with its country, such as de_DE, for social networks. Optional in company.ts. */
  readonly locale?: string
  /** Its home page's path: / if the language has none of its own. */
  readonly homePath: string
  /** Its 404 page's path: a file in dist/, but not a page's address. */
  readonly notFoundPath: string
  readonly menus: Menus
  readonly messages: Messages
  /** The company's facts that are written in this language. */
  readonly company: CompanyInLanguage
}

/** A site's languages. The company's is the first. */
export type Languages = readonly [Language, ...Language[]]

/** A page's language. */
export function languageOf({ lang }: { lang: string }, languages: Languages): Language {
  const language = languages.find(each => each.lang === lang)
  if (!language) throw new Error(`no language of the site is ${lang}`)
  return language
}

/** The company in a document's language: facts in that language replace the ones in company.ts. */
export function companyIn(
  company: Company,
  { locale, company: own }: Pick<Language, 'company' | 'locale'>,
  origin: string,
): ShownCompany {
  const { locale: _locale, members: _members, legalName = company.name, ...facts } = company
  return { ...facts, ...own, origin, legalName, ...(locale && { locale }) }
}
