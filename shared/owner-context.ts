import { createContext, useContext } from 'react'
import type { Labels, Owner } from './owner.ts'

/** The owner, with the words of the page's language. */
export interface OwnerInLanguage extends Owner {
  lang: string
  /** The path of the home page in that language. Without it, /. */
  home?: string
}

/** The words of the layout in a language: its own, or else the company's. */
export const labelsIn = ({ labels, translations }: Owner, lang: string): Labels =>
  translations[lang] ?? labels

/** Gives the layout and the components of shared/ui/ the company, its words and its logo. */
export const OwnerContext = createContext<OwnerInLanguage | undefined>(undefined)

/** Throws outside of a document, as in a test of a component alone: wrap it in `<OwnerContext value={…}>`. */
export function useOwner(): Required<OwnerInLanguage> {
  const owner = useContext(OwnerContext)
  if (!owner) throw new Error('this component needs an <OwnerContext> around it')
  return { home: '/', ...owner }
}
