import { Fragment, type ReactNode } from 'react'
import { companyIn, type Languages, languageOf } from './language.ts'
import { Announcer } from './layout/announcer.tsx'
import { Footer as DefaultFooter } from './layout/footer.tsx'
import { Header as DefaultHeader } from './layout/header.tsx'
import { canonicalUrl, type PageHead } from './page-head.ts'
import type { LayoutProps, Site } from './site.ts'
import { SiteContext, type SiteInLanguage } from './site-context.ts'

/** The input of `Document` besides the page. The server and the browser each make one. */
export interface DocumentParts {
  site: Site
  /** The public origin, for canonical links. */
  origin: string
  languages: Languages
  /** The build's year. By its own clock, the browser could show a different one from the HTML's. */
  year: string
  /** In the browser only. Renders no markup. */
  browserParts?: ReactNode
}

type Props = DocumentParts & { head: PageHead; children: ReactNode }

/** The whole document. React renders <html>, so that its language, the title and the canonical link follow a navigation. */
export function Document({ site, origin, languages, year, browserParts, head, children }: Props) {
  const { path, title, alternates = [] } = head
  const { slots } = site
  const { Shell = Fragment, Header = DefaultHeader, Footer = DefaultFooter } = slots
  const language = languageOf(head, languages)
  const { lang, isRightToLeft, homePath: home, menus, messages } = language
  const company = companyIn(site.company, language, origin)
  const siteInLanguage: Required<SiteInLanguage> = { ...site, company, messages, lang, home, alternates }
  const layoutProps: LayoutProps = { ...siteInLanguage, menus, current: path, year }
  return (
    <SiteContext value={siteInLanguage}>
      {/* A site's script may have set an attribute before the first paint, such as the theme. */}
      <html lang={lang} dir={isRightToLeft ? 'rtl' : undefined} data-origin={origin} suppressHydrationWarning>
        <head>
          <meta charSet="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <title>{title}</title>
          {path ? (
            <link rel="canonical" href={canonicalUrl(path, head, origin)} />
          ) : (
            // Of an error page. A page with a route gets it in server/metadata/server-head.ts.
            <meta name="robots" content="noindex" />
          )}
        </head>
        <body>
          <a className="r-skip-link" href="#main">
            {messages.skipLink}
          </a>
          <Shell>
            <Header {...layoutProps} />
            <main id="main" className="r-main" tabIndex={-1}>
              {children}
            </main>
            <Footer {...layoutProps} />
          </Shell>
          {/* Before the announcer, because their effects open the <details> around the element that it then focuses. */}
          {browserParts}
          <Announcer />
        </body>
      </html>
    </SiteContext>
  )
}
