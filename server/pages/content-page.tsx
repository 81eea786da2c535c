import { company } from '../../shared/company.ts'
import type { Row } from '../../shared/page-table.ts'
import { Prose } from '../../shared/ui/prose.tsx'
import type { Folder } from '../content-folders.ts'

interface Props {
  row: Row
  /** Where the page stands in a folder with an index. */
  folder: Folder | undefined
  /** The text, as the build has made it of Markdown. */
  html: string
}

/** A page of shared/content/. Below the text of an index are the folder's pages, below another one is the way back. */
export const ContentPage = ({ row, folder, html }: Props) => (
  <Prose title={row.heading} statement={row.date && <Day date={row.date} />}>
    {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the build has made it, and refuses HTML in Markdown. */}
    <div className="prose-text" dangerouslySetInnerHTML={{ __html: html }} />
    {folder?.index === row ? (
      <Posts {...folder} />
    ) : (
      <a href={folder?.index.path ?? '/'} className="next">
        {folder?.index.label ?? company.name}
      </a>
    )}
  </Prose>
)

const Posts = ({ posts }: Folder) => (
  <ul className="posts">
    {posts.map(post => (
      <li key={post.id}>
        <h2>
          <a href={post.path}>{post.heading}</a>
        </h2>
        {post.date && <Day date={post.date} />}
        <p>{post.description}</p>
      </li>
    ))}
  </ul>
)

const written = new Intl.DateTimeFormat(company.lang, { dateStyle: 'long', timeZone: 'UTC' })

const Day = ({ date }: { date: string }) => (
  <time dateTime={date} className="day">
    {written.format(new Date(date))}
  </time>
)
