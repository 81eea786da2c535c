import type { ReactNode } from 'react'

/** A page that is read: a heading, paragraphs and the reader's next step. */
export function Prose({ title, children }: { title: string; children: ReactNode }) {
  return (
    <article className="prose">
      <h1>{title}</h1>
      {children}
    </article>
  )
}
