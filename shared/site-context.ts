import { createContext, useContext } from 'react'
import type { Alternate, Messages, ShownCompany, Site } from './site.ts'

/** The site in the page's language. A test for a single component may leave out the optional fields. */
export interface SiteInLanguage extends Site {
  company: ShownCompany
  /** The page's language. */
  lang: string
  /** In the page's language, or else the company's. */
  messages: Messages
  /** The home page's path in that language. Default: / */
  home?: string
  /**
   * The current page in each other language, by its route. An alternate may be `noindex`, or may not exist for these params.
   * Default: none.
   */
  alternates?: readonly Alternate[]
}

/** Provides the company, the messages of the page's language and the logo to the layout and to the components in shared/ui/. */
export const SiteContext = createContext<SiteInLanguage | undefined>(undefined)

/** Returns the site in the page's language. In a test for a single component, wrap the component in `<SiteContext value={…}>`. */
export function useSite(): Required<SiteInLanguage> {
  const site = useContext(SiteContext)
  if (!site) throw new Error('This component needs a <SiteContext> around it.')
  return { home: '/', alternates: [], ...site }
}
