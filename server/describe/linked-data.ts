import type { Company, HeadFields } from '../../shared/owner.ts'
import type { Row } from '../../shared/page-table.ts'
import { ICONS } from '../built-files.ts'
import { previewOf } from './link-preview.ts'

/** Linked data (schema.org): of the company on the home page, of the post on a post, and what the page says itself. */
export const linkedData = (row: Row, said: HeadFields, company: Company, origin: string): object[] => [
  ...ownLinkedData(row, said, company, origin),
  ...[said.linkedData ?? []].flat(),
]

function ownLinkedData(row: Row, said: HeadFields, company: Company, origin: string): object[] {
  const { name } = company
  const organization = { '@type': 'Organization', '@id': `${origin}/#organization`, name, url: `${origin}/` }
  if (row.path === '/')
    return [
      {
        ...organization,
        description: company.description,
        email: company.email,
        legalName: company.legalName,
        address: company.address?.join(', '),
        logo: `${origin}/${ICONS.touch}`,
      },
      { '@type': 'WebSite', name, url: `${origin}/`, inLanguage: company.lang, publisher: organization },
    ]
  if (!row.date) return []
  return [
    {
      '@type': 'BlogPosting',
      headline: row.heading,
      description: row.description,
      datePublished: row.date,
      mainEntityOfPage: origin + row.path,
      author: organization,
      image: previewOf(row, said, origin).url,
    },
  ]
}
