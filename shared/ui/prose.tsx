import type { ReactNode } from 'react'
import { Headline } from './headline.tsx'

interface Props {
  title: string
  /** The one thing that a page says, in display size. Its title is small then. */
  sentence?: ReactNode
  /** More above the line, such as a date. */
  statement?: ReactNode
  /** What is inside the ring. Without it there is no ring. */
  drawing?: ReactNode
  /** Paragraphs, and a link of the class "r-next" to the next step. */
  children: ReactNode
  /** Below both, as wide as the page. */
  below?: ReactNode
}

/** The ring below the line of a page, in a viewBox of 240 by 240, and its content. */
export const Ring = ({ children }: { children: ReactNode }) => (
  <>
    <path className="r-line" d="M120 1a119 119 0 1 1-.1 0z" />
    {children}
  </>
)

/** A page of text: a heading, the line, and the text below it. */
export function Prose({ title, sentence, statement, drawing, children, below }: Props) {
  return (
    <article className="r-prose">
      {sentence ? <h1 className="r-small">{title}</h1> : <Headline>{title}</Headline>}
      {sentence && <p className="r-display">{sentence}</p>}
      {statement}
      <div className="r-prose-row">
        {drawing && (
          <svg
            viewBox="0 0 240 240"
            width="240"
            preserveAspectRatio="xMinYMin"
            className="r-drawing r-ring"
            aria-hidden="true"
          >
            <Ring>{drawing}</Ring>
          </svg>
        )}
        <div className="r-prose-text">{children}</div>
      </div>
      {below && <section className="r-below">{below}</section>}
    </article>
  )
}
