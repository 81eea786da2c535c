import type { ReactNode } from 'react'
import { Ring } from './ring.tsx'

interface Props {
  title: string
  /** Text above the line, where a page has one thing to say. */
  statement?: ReactNode
  /** What is inside the ring. Without it there is no ring. */
  drawing?: ReactNode
  /** Paragraphs, and a link of the class "next" to the next step. */
  children: ReactNode
}

/** A page of text: a heading, the line, and the text below it. */
export function Prose({ title, statement, drawing, children }: Props) {
  return (
    <article className="prose">
      <h1>{title}</h1>
      {statement}
      <div className="prose-row">
        {drawing && (
          <svg
            viewBox="0 0 240 240"
            width="240"
            preserveAspectRatio="xMinYMin"
            className="drawing ring"
            aria-hidden="true"
          >
            <Ring>{drawing}</Ring>
          </svg>
        )}
        <div className="prose-text">{children}</div>
      </div>
    </article>
  )
}
