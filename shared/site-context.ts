import { createContext, useContext } from 'react'
import type { Alternate, Messages, ShownCompany, Site } from './site.ts'

/** The site in the page's language. A test for a single component may leave out the optional fields. */
export interface SiteInLanguage extends Site {
  company: ShownCompany
  lang: string
  messages: Messages
  /** The home page's path in that language. Default: / */
  home?: string
  /** The page in each other language. Default: none. */
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
