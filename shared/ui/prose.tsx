import type { ReactNode } from 'react'
import type { Link } from '../table.ts'

interface Props {
  title: string
  /** Where the reader goes from here. */
  next: Link
  /** Asks the server for the next page, where this one has no working script. */
  reload?: boolean
  /** What stands inside the ring. Without it there is no ring. */
  drawing?: ReactNode
  children: ReactNode
}

/** A page that is read: a heading, the line, paragraphs and the reader's next step. */
export function Prose({ title, next, reload = false, drawing, children }: Props) {
  return (
    <article className="prose">
      <h1>{title}</h1>
      <div className="prose-row">
        {drawing && (
          <svg
            viewBox="0 0 240 240"
            width="240"
            className="drawing ring"
            fill="none"
            stroke="currentColor"
            aria-hidden="true"
          >
            <path className="line" d="M120 1a119 119 0 1 1-.1 0z" />
            {drawing}
          </svg>
        )}
        <div className="prose-text">
          {children}
          <a href={next.path} className="next" target={reload ? '_self' : undefined}>
            {next.label}
          </a>
        </div>
      </div>
    </article>
  )
}
