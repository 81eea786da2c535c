import type { ReactNode } from 'react'

/** The ring that hangs from the line of a page, in a plane of 240 by 240, and what stands in it. */
export const Ring = ({ children }: { children: ReactNode }) => (
  <>
    <path className="line" d="M120 1a119 119 0 1 1-.1 0z" />
    {children}
  </>
)
