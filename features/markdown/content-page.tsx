import type { ReactNode } from 'react'
import type { ResolvedRoute } from '../../shared/route-table.ts'
import { useSite } from '../../shared/site-context.ts'
import { Prose } from '../../shared/ui/prose.tsx'
import type { Collection } from './collections.ts'

/** Like TextProps of site.ts, but without the site's own fields, because this component doesn't show them. */
interface Props {
  page: ResolvedRoute
  collection: Collection | undefined
  children: ReactNode
}

/** A page from shared/site/content/. An index ends with a list of its pages, others with a link to their index or home page. */
export function ContentPage({ page, collection, children }: Props) {
  const { company, home, lang } = useSite()
  return (
    <Prose title={page.heading} subheading={<Published {...page} />}>
      {children}
      {collection?.index === page ? (
        <List {...collection} />
      ) : (
        <a
          href={collection?.index.path ?? home}
          lang={collection && otherLang(collection.index, lang)}
          className="r-next"
        >
          {collection?.index.label ?? company.name}
        </a>
      )}
    </Prose>
  )
}

function List({ pages }: Collection) {
  const { lang } = useSite()
  return (
    <ul className="r-posts">
      {pages.map(page => (
        <li key={page.id}>
          <h2>
            <a href={page.path} lang={otherLang(page, lang)}>
              {page.heading}
            </a>
          </h2>
          <Published {...page} />
          <p lang={otherLang(page, lang)}>{page.description}</p>
        </li>
      ))}
    </ul>
  )
}

/** A page's language, if it isn't the document's. */
const otherLang = (page: ResolvedRoute, lang: string) => (page.lang === lang ? undefined : page.lang)

/** Shows a page's date, if it has one. */
function Published({ date }: ResolvedRoute) {
  const { lang } = useSite()
  if (!date) return undefined
  const format = new Intl.DateTimeFormat(lang, { dateStyle: 'long', timeZone: 'UTC' })
  return (
    <time dateTime={date} className="r-day">
      {format.format(new Date(date))}
    </time>
  )
}
