import { Fragment, type ReactNode } from 'react'
import { Announcer } from './layout/announcer.tsx'
import { Footer } from './layout/footer.tsx'
import { Header } from './layout/header.tsx'
import { OwnerContext } from './layout/owner-context.ts'
import type { Owner } from './owner.ts'
import type { Menus } from './page-table.ts'

/** What the head says about a page. */
export interface PageHead {
  /** Absent where there is no such page, or it cannot be rendered. */
  path?: string
  title: string
  description: string
}

/** What the server and the browser each pass to every page. */
export interface Layout {
  owner: Owner
  /** The public origin, for canonical links. */
  origin: string
  menus: Menus
  /** `rtl` where the language is written from right to left. */
  dir: 'rtl' | undefined
  /** In the browser only, at the end of the body. Renders no markup. */
  body?: ReactNode
}

type Props = Layout & { page: PageHead; children: ReactNode }

/** The whole document. React renders <html>, so that the head follows a navigation. */
export function Document({ owner, origin, menus, dir, body, page, children }: Props) {
  const { path, title, description } = page
  const { company, labels, slots } = owner
  const Shell = slots.Shell ?? Fragment
  return (
    <OwnerContext value={owner}>
      <html lang={company.lang} dir={dir} data-origin={origin}>
        <head>
          <meta charSet="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <title>{title}</title>
          <meta name="description" content={description} />
          {path ? <link rel="canonical" href={origin + path} /> : <meta name="robots" content="noindex" />}
        </head>
        <body>
          <a className="skip-link" href="#main">
            {labels.skipLink}
          </a>
          <Shell>
            <Header links={menus.header} current={path} />
            <main id="main" className="main" tabIndex={-1}>
              {children}
            </main>
            <Footer links={menus.footer} current={path} />
          </Shell>
          <Announcer />
          {body}
        </body>
      </html>
    </OwnerContext>
  )
}
