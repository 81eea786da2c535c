import { Fragment, type ReactNode } from 'react'
import { Announcer } from './layout/announcer.tsx'
import { Footer as OurFooter } from './layout/footer.tsx'
import { Header as OurHeader } from './layout/header.tsx'
import { canonicalUrl, type PageHead } from './page-head.ts'
import { companyIn, type Languages, languageOf } from './route-table.ts'
import type { LayoutProps, Site } from './site.ts'
import { SiteContext, type SiteInLanguage } from './site-context.ts'

/** What the server and the browser each pass to every page. */
export interface Layout {
  site: Site
  /** The public origin, for canonical links. */
  origin: string
  languages: Languages
  /** The year of the build: a clock could give the browser another one than the HTML has. */
  year: string
  /** Added at the end of the body in the browser only. Renders no markup. */
  body?: ReactNode
}

type Props = Layout & { page: PageHead; children: ReactNode }

/** The whole document. React renders <html>, so that its language, the title and the canonical link follow a navigation. */
export function Document({ site, origin, languages, year, body, page, children }: Props) {
  const { path, title, alternates = [] } = page
  const { slots } = site
  const { Shell = Fragment, Header = OurHeader, Footer = OurFooter } = slots
  const language = languageOf(page, languages)
  const { lang, isRightToLeft, homePath: home, menus, messages } = language
  const company = companyIn(site.company, language, origin)
  const ofPage: Required<SiteInLanguage> = { ...site, company, messages, lang, home, alternates }
  const given: LayoutProps = { ...ofPage, menus, current: path, year }
  return (
    <SiteContext value={ofPage}>
      {/* A site's script may have set an attribute before the first paint, such as the theme. */}
      <html lang={lang} dir={isRightToLeft ? 'rtl' : undefined} data-origin={origin} suppressHydrationWarning>
        <head>
          <meta charSet="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <title>{title}</title>
          {path ? (
            <link rel="canonical" href={canonicalUrl(path, page, origin)} />
          ) : (
            <meta name="robots" content="noindex" />
          )}
        </head>
        <body>
          <a className="r-skip-link" href="#main">
            {messages.skipLink}
          </a>
          <Shell>
            <Header {...given} />
            <main id="main" className="r-main" tabIndex={-1}>
              {children}
            </main>
            <Footer {...given} />
          </Shell>
          {/* This comes before the announcer, which focuses a fragment's element: this opens the <details> around it. */}
          {body}
          <Announcer />
        </body>
      </html>
    </SiteContext>
  )
}
