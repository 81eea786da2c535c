import { createContext, useContext } from 'react'
import type { Alternate, Messages, ShownCompany, Site } from './site.ts'

/** The site in the page's language. A test of a single component may leave out the optional fields. */
export interface SiteInLanguage extends Site {
  company: ShownCompany
  lang: string
  messages: Messages
  /** The path of the home page in that language. Default: / */
  home?: string
  /** The page in each other language. Default: none. */
  alternates?: readonly Alternate[]
}

/** Provides the company, the messages of the page's language and the logo to the layout and to the components of shared/ui/. */
export const SiteContext = createContext<SiteInLanguage | undefined>(undefined)

/** Returns the site in the page's language. In a test of a single component, wrap the component in `<SiteContext value={…}>`. */
export function useSite(): Required<SiteInLanguage> {
  const site = useContext(SiteContext)
  if (!site) throw new Error('This component needs a <SiteContext> around it.')
  return { home: '/', alternates: [], ...site }
}
