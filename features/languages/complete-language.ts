import type { LanguageSources } from '../../extension-points.ts'
import { linksOf, menusOf } from '../../scripts/bundle/make-table.ts'
import type { Language } from '../../shared/language.ts'
import { NOT_FOUND_PATH } from '../../shared/paths.ts'
import { homePagesIn, homePathIn } from './home-pages.ts'
import type { Translation } from './site.ts'

/** Completes a language with its own home page, 404 page and menus, and with its messages from `translations`. */
export function completeLanguage(lang: string, { routes, companyFile }: LanguageSources): Partial<Language> {
  const { company, translations = {} } = companyFile
  const homePages = homePagesIn(routes)
  const homePath = homePathIn(homePages, lang)
  // A menu links to its language's pages. A language without a home page has the links in the company's language.
  const links = linksOf(routes, company).filter(link => homePathIn(homePages, link.lang) === homePath)
  return {
    homePath,
    notFoundPath: homePath.replace(/\/$/, '') + NOT_FOUND_PATH,
    menus: menusOf(links, lang),
    ...fromTranslation(lang === company.lang ? undefined : translations[lang]),
  }
}

function fromTranslation(translation: Translation | undefined): Partial<Language> {
  if (!translation) return {}
  const { locale, address, description, ...messages } = translation
  const company = { ...(address && { address }), ...(description && { description }) }
  return { messages, company, ...(locale && { locale }) }
}
