import type { BlogPosting, Graph, Organization, WebPage, WebSite } from 'schema-dts'
import { company } from '../shared/company.ts'
import type { Row } from '../shared/page-table.ts'

/** What a page says of itself and of the company in schema.org's words. The compiler knows the vocabulary. */
export function linkedData(row: Row, origin: string): Graph {
  const { path, type, title, heading, description, date } = row
  const posting = (datePublished: string): BlogPosting => ({
    '@type': 'BlogPosting',
    headline: heading,
    description,
    datePublished,
    mainEntityOfPage: page,
    author: organization,
    publisher: organization,
    image: pictureUrl(row, origin),
  })
  const organization = { '@id': `${origin}/#organization` }
  const page = { '@id': `${origin}${path}#page` }
  const website = { '@id': `${origin}/#website` }
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'Organization',
        ...organization,
        name: company.name,
        url: `${origin}/`,
        description: company.description,
        email: company.email,
        logo: `${origin}/apple-touch-icon.png`,
      } satisfies Organization,
      {
        '@type': 'WebSite',
        ...website,
        name: company.name,
        url: `${origin}/`,
        inLanguage: company.lang,
        publisher: organization,
      } satisfies WebSite,
      {
        '@type': type,
        ...page,
        name: title,
        description,
        url: origin + path,
        inLanguage: company.lang,
        isPartOf: website,
        about: organization,
        primaryImageOfPage: { '@type': 'ImageObject', url: pictureUrl(row, origin) },
      } satisfies WebPage,
      ...(date ? [posting(date)] : []),
    ],
  }
}

/** In pixels: what every previewer shows large. */
export const pictureSize = { width: 1200, height: 630 }

/** The folder of the pages' pictures in build/public and dist. */
export const PREVIEWS = 'og/'

export const pictureFile = ({ id }: Row) => `${PREVIEWS}${id}.png`

export const pictureUrl = (row: Row, origin: string) => `${origin}/${pictureFile(row)}`

/** The words on a page's picture: its title without the company's name, which stands beside the mark. */
export const picture = ({ heading, description }: Row) => ({
  headline: heading,
  text: description,
  alt: `${company.name}: ${heading}`,
})
