import type { ReactNode } from 'react'

/** The ring below the line of a page, in a viewBox of 240 by 240, and its content. */
export const Ring = ({ children }: { children: ReactNode }) => (
  <>
    <path className="line" d="M120 1a119 119 0 1 1-.1 0z" />
    {children}
  </>
)
