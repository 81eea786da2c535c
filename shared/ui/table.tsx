import type { ReactNode } from 'react'

/** A table that scrolls where the window is narrower, also by keyboard. The caption names it for screen readers. */
export const Table = ({ caption, children }: { caption: string; children: ReactNode }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: Safari needs it to scroll by keyboard.
  <section className="table" aria-label={caption} tabIndex={0}>
    <table>
      <caption>{caption}</caption>
      {children}
    </table>
  </section>
)
