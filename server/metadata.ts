import { company } from '../shared/company.ts'
import type { Row } from '../shared/page-table.ts'
import { type Page, pages } from '../shared/pages.ts'

/** What a page says to search engines with the vocabulary of schema.org: the home page of the company, a post of itself. */
export function linkedData(row: Row, origin: string): object[] {
  const { path, heading, description, date } = row
  const organization = { '@id': `${origin}/#organization` }
  if (path === '/')
    return [
      {
        '@type': 'Organization',
        ...organization,
        name: company.name,
        url: `${origin}/`,
        description: company.description,
        email: company.email,
        logo: `${origin}/apple-touch-icon.png`,
      },
      {
        '@type': 'WebSite',
        '@id': `${origin}/#website`,
        name: company.name,
        url: `${origin}/`,
        inLanguage: company.lang,
        publisher: organization,
      },
    ]
  if (!date) return []
  const posting = {
    '@type': 'BlogPosting',
    headline: heading,
    description,
    datePublished: date,
    mainEntityOfPage: origin + path,
    author: { '@type': 'Organization', ...organization, name: company.name, url: `${origin}/` },
    image: pictureUrl(row, origin),
  }
  return [posting]
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

const clientPaths = Object.values<Page>(pages).flatMap(({ path, server }) => (server ? [] : path))
const notPages = ['/*.*', '/api/*', ...(company.members ? [company.members.path] : [])]

/**
 * Speculation rules: a browser prefetches the next document when its link is pointed at. Not where a click fetches none:
 * on the way from one client page to another, once the page is hydrated.
 */
export const speculationRules = JSON.stringify({
  prefetch: [
    {
      source: 'document', // The default since Chrome 122: the one before complains of its absence.
      where: {
        and: [
          { href_matches: '/*' },
          { not: { href_matches: notPages } },
          {
            or: [
              { not: { href_matches: clientPaths } },
              { selector_matches: ':root:not([data-hydrated]) a' },
            ],
          },
        ],
      },
      eagerness: 'moderate',
    },
  ],
})
