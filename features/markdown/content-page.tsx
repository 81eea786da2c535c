import type { ResolvedRoute } from '../../shared/route-table.ts'
import { useSite } from '../../shared/site-context.ts'
import { Prose } from '../../shared/ui/prose.tsx'
import type { Folder } from './collections.ts'

interface Props {
  route: ResolvedRoute
  /** Its folder, if that has an index. */
  folder: Folder | undefined
  /** The HTML that the build made of the Markdown. */
  html: string
}

/** A page of shared/site/content/. Below an index are the folder's pages, below another page is a link to the index, or to the home page. */
export function ContentPage({ route, folder, html }: Props) {
  const { company, home, lang } = useSite()
  return (
    <Prose title={route.heading} statement={<Published {...route} />}>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the build has made it, and refuses HTML in Markdown. */}
      <div className="r-prose-text" dangerouslySetInnerHTML={{ __html: html }} />
      {folder?.index === route ? (
        <List {...folder} />
      ) : (
        <a
          href={folder?.index.path ?? home}
          lang={folder && otherLang(folder.index, lang)}
          className="r-next"
        >
          {folder?.index.label ?? company.name}
        </a>
      )}
    </Prose>
  )
}

function List({ pages }: Folder) {
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

/** The language of a page, where it is not the document's. */
const otherLang = (page: ResolvedRoute, lang: string) => (page.lang === lang ? undefined : page.lang)

/** The day of a page that has one. */
function Published({ date }: ResolvedRoute) {
  const { lang } = useSite()
  const format = new Intl.DateTimeFormat(lang, { dateStyle: 'long', timeZone: 'UTC' })
  return (
    date && (
      <time dateTime={date} className="r-day">
        {format.format(new Date(date))}
      </time>
    )
  )
}
