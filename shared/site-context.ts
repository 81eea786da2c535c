import { createContext, useContext } from 'react'
import type { Alternate, Messages, ShownCompany, Site } from './site.ts'

/** The site, with what there is in the page's language. A test of a component alone may leave out what is optional. */
export interface SiteInLanguage extends Site {
  company: ShownCompany
  lang: string
  messages: Messages
  /** The path of the home page in that language. Without it, /. */
  home?: string
  /** The page in each other language. Without it, there is none. */
  alternates?: readonly Alternate[]
}

/** Gives the layout and the components of shared/ui/ the company, the words of the page's language, and the logo. */
export const SiteContext = createContext<SiteInLanguage | undefined>(undefined)

/** Throws outside of a document, as in a test of a component alone: wrap it in `<SiteContext value={…}>`. */
export function useSite(): Required<SiteInLanguage> {
  const site = useContext(SiteContext)
  if (!site) throw new Error('this component needs an <SiteContext> around it')
  return { home: '/', alternates: [], ...site }
}
