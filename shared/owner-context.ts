import { createContext, useContext } from 'react'
import type { Labels, Owner, ShownCompany, Translation } from './owner.ts'

/** The owner, with what there is in the page's language. A test of a component alone may leave out what is optional. */
export interface OwnerInLanguage extends Owner {
  company: ShownCompany
  lang: string
  labels: Labels
  /** The path of the home page in that language. Without it, /. */
  home?: string
  /** The page in each other language. Without it, there is none. */
  translations?: readonly Translation[]
}

/** Gives the layout and the components of shared/ui/ the company, the words of the page's language, and the logo. */
export const OwnerContext = createContext<OwnerInLanguage | undefined>(undefined)

/** Throws outside of a document, as in a test of a component alone: wrap it in `<OwnerContext value={…}>`. */
export function useOwner(): Required<OwnerInLanguage> {
  const owner = useContext(OwnerContext)
  if (!owner) throw new Error('this component needs an <OwnerContext> around it')
  return { home: '/', translations: [], ...owner }
}
