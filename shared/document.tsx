import { Fragment, type ReactNode } from 'react'
import { Announcer } from './layout/announcer.tsx'
import { Footer as OurFooter } from './layout/footer.tsx'
import { Header as OurHeader } from './layout/header.tsx'
import type { Menus, Owner } from './owner.ts'
import { labelsIn, OwnerContext } from './owner-context.ts'
import type { PageHead } from './page-head.ts'
import { type Home, langOf } from './page-table.ts'

/** What the server and the browser each pass to every page. */
export interface Layout {
  owner: Owner
  /** The public origin, for canonical links. */
  origin: string
  /** Those of the company's language. */
  menus: Menus
  homes: readonly Home[]
  /** Of the build: a clock could give the browser another one than the HTML has. */
  year: string
  /** Whether a language is written from right to left. */
  isRightToLeft: (lang: string) => boolean
  /** In the browser only, at the end of the body. Renders no markup. */
  body?: ReactNode
}

type Props = Layout & { page: PageHead; children: ReactNode }

/** The whole document. React renders <html>, so that the head follows a navigation. */
export function Document({ owner, origin, menus, homes, year, isRightToLeft, body, page, children }: Props) {
  const { path, title, description, canonical } = page
  const { company, slots } = owner
  const lang = langOf(page, company)
  const labels = labelsIn(owner, lang)
  const { Shell = Fragment, Header = OurHeader, Footer = OurFooter } = slots
  const inLanguage = homes.find(home => home.lang === lang) ?? { path: '/', menus }
  const ofPage = { ...owner, labels, lang, home: inLanguage.path }
  const given = { ...ofPage, menus: inLanguage.menus, current: path, year }
  const dir = isRightToLeft(lang) ? 'rtl' : undefined
  return (
    <OwnerContext value={ofPage}>
      {/* An owner's script may have given it an attribute before the first paint, such as the theme that was chosen. */}
      <html lang={lang} dir={dir} data-origin={origin} suppressHydrationWarning>
        <head>
          <meta charSet="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <title>{title}</title>
          <meta name="description" content={description} />
          {path ? (
            <link rel="canonical" href={new URL(canonical ?? path, origin).href} />
          ) : (
            <meta name="robots" content="noindex" />
          )}
        </head>
        <body>
          <a className="r-skip-link" href="#main">
            {labels.skipLink}
          </a>
          <Shell>
            <Header {...given} />
            <main id="main" className="r-main" tabIndex={-1}>
              {children}
            </main>
            <Footer {...given} />
          </Shell>
          <Announcer />
          {body}
        </body>
      </html>
    </OwnerContext>
  )
}
