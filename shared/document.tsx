import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { Announcer } from './layout/announcer.tsx'
import { Footer } from './layout/footer.tsx'
import { Header } from './layout/header.tsx'
import { notFound, pageAt, pages } from './pages.ts'
import { site, words } from './site.ts'

/** What a side brings to the document. */
export interface Surroundings {
  /** The public origin, for canonical links. */
  origin: string
  /** What the browser alone puts at the end of the body; it emits no markup. */
  body?: ReactNode
}

interface Props extends Surroundings {
  /** The head's words where the page itself could not be shown. */
  error?: typeof notFound
  children: ReactNode
}

/** The whole document, from <html> on: React owns all of it, so that the head follows a navigation. */
export function Document({ origin, body, error, children }: Props) {
  const id = pageAt(useLocation().pathname)
  const page = id && !error ? pages[id] : undefined
  const { title, description } = page ?? error ?? notFound
  return (
    <html lang={site.lang} data-origin={origin}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        <meta name="description" content={description} />
        {page ? <link rel="canonical" href={origin + page.path} /> : <meta name="robots" content="noindex" />}
      </head>
      <body>
        <a className="skip-link" href="#main">
          {words.skipLink}
        </a>
        <Header />
        <main id="main" className="main" tabIndex={-1}>
          {children}
        </main>
        <Footer />
        <Announcer />
        {body}
      </body>
    </html>
  )
}
