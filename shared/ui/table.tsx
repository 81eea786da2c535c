import type { ReactNode } from 'react'

interface Props {
  /** What the table shows. Also names it for who cannot see that it scrolls. */
  caption: string
  /** thead and tbody. */
  children: ReactNode
}

/** A table that scrolls in itself where the window is too narrow, also by keyboard. */
export const Table = ({ caption, children }: Props) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard, and Safari needs this for it.
  <section className="table" aria-label={caption} tabIndex={0}>
    <table>
      <caption>{caption}</caption>
      {children}
    </table>
  </section>
)
