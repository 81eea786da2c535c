import { createContext, useContext } from 'react'
import type { Owner } from '../owner.ts'

/** Gives the layout and the components of shared/ui/ the company, its words and its logo. */
export const OwnerContext = createContext<Owner | undefined>(undefined)

/** Throws outside of a document, as in a test of a component alone: wrap it in `<OwnerContext value={…}>`. */
export function useOwner(): Owner {
  const owner = useContext(OwnerContext)
  if (!owner) throw new Error('this component needs an <OwnerContext> around it')
  return owner
}
