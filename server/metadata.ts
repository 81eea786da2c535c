import { company } from '../shared/company.ts'
import type { Row } from '../shared/page-table.ts'
import { type Page, pages } from '../shared/pages.ts'

/** Linked data (schema.org): of the company on the home page, of the post on a post. */
export function linkedData({ id, path, heading, description, date }: Row, origin: string): object[] {
  const name = company.name
  const organization = { '@type': 'Organization', '@id': `${origin}/#organization`, name, url: `${origin}/` }
  const about = { description: company.description, email: company.email }
  if (path === '/')
    return [
      { ...organization, ...about, logo: `${origin}/apple-touch-icon.png` },
      { '@type': 'WebSite', name, url: `${origin}/`, inLanguage: company.lang, publisher: organization },
    ]
  if (!date) return []
  const posting = {
    '@type': 'BlogPosting',
    headline: heading,
    description,
    datePublished: date,
    mainEntityOfPage: origin + path,
    author: organization,
    image: pictureUrl({ id }, origin),
  }
  return [posting]
}

/** In pixels: the size that every previewer shows large. */
export const pictureSize = { width: 1200, height: 630 }

/** The folder of the pages' pictures in build/public and dist. */
export const PREVIEWS = 'og/'

export const pictureFile = ({ id }: Pick<Row, 'id'>) => `${PREVIEWS}${id}.png`

export const pictureUrl = (row: Pick<Row, 'id'>, origin: string) => `${origin}/${pictureFile(row)}`

export const picture = ({ heading, description }: Row) => ({
  headline: heading,
  text: description,
  alt: `${company.name}: ${heading}`,
})

const clientPaths = Object.values<Page>(pages).flatMap(({ path, server }) => (server ? [] : path))
const notPages = ['/*.*', '/api/*', ...(company.members ? [company.members.path] : [])]
const notHydrated = { selector_matches: ':root:not([data-hydrated]) a' }
const and = [
  { href_matches: '/*' },
  { not: { href_matches: notPages } },
  { or: [{ not: { href_matches: clientPaths } }, notHydrated] },
]

/**
 * Speculation rules: a browser prefetches a document when its link is hovered. Not between client pages once the
 * page is hydrated: there a click requests no document.
 */
export const speculationRules = JSON.stringify({
  // The default since Chrome 122; earlier versions warn without it.
  prefetch: [{ source: 'document', where: { and }, eagerness: 'moderate' }],
})
