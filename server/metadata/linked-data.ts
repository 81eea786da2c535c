import type { ShownCompany } from '../../shared/owner.ts'
import { canonicalUrl } from '../../shared/page-head.ts'
import type { Row } from '../../shared/page-table.ts'
import { ICONS } from '../built-files.ts'
import { isPost } from './content-folders.ts'
import { previewOf } from './link-preview.ts'
import type { CrawlerFields } from './listing.ts'

/**
 * Linked data (schema.org): of the company on the home page of each language, of the post on a post, and what the page says
 * itself. `company` is that of the language of the page.
 */
export const linkedData = (row: Row, fields: CrawlerFields, company: ShownCompany): object[] => [
  ...generatedLinkedData(row, fields, company),
  ...[fields.linkedData ?? []].flat(),
]

function generatedLinkedData(row: Row, fields: CrawlerFields, company: ShownCompany): object[] {
  const { name, legalName, origin } = company
  const organization = { '@type': 'Organization', '@id': `${origin}/#organization`, name, url: `${origin}/` }
  if (row.isHome) {
    const whole = {
      ...organization,
      description: company.description,
      email: company.email,
      telephone: company.phone,
      legalName: legalName === name ? undefined : legalName,
      address: company.address?.join(', '),
      logo: `${origin}/${ICONS.touch}`,
    }
    const site = {
      '@type': 'WebSite',
      name,
      url: `${origin}/`,
      inLanguage: company.lang,
      publisher: organization,
    }
    return row.path === '/' ? [whole, site] : [whole]
  }
  if (!isPost(row)) return []
  return [
    {
      '@type': 'BlogPosting',
      headline: fields.heading,
      description: fields.description,
      datePublished: row.date,
      mainEntityOfPage: canonicalUrl(row.path, fields, origin),
      author: organization,
      image: previewOf(row, fields, origin).url,
    },
  ]
}
