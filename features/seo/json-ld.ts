import { jsonForScript } from '../../server/lib/escape-html.ts'
import type { CrawlerFields } from '../../server/metadata/indexable.ts'
import { canonicalUrl } from '../../shared/page-head.ts'
import type { ResolvedRoute } from '../../shared/route-table.ts'
import type { ShownCompany } from '../../shared/site.ts'

interface JsonLdPage {
  route: ResolvedRoute
  fields: CrawlerFields
  /** The URL of the picture that represents the page. */
  picture?: string | undefined
  /** The URL of the picture that represents the company. */
  logo?: string | undefined
}

/**
 * Makes the structured data (schema.org) of a page: the company's on each language's home page, a post's on a post, and the page's
 * own `jsonLd`. `company` has the facts for the page's language.
 */
export const jsonLd = (page: JsonLdPage, company: ShownCompany): object[] => [
  ...generatedData(page, company),
  ...[page.fields.jsonLd ?? []].flat(),
]

function generatedData({ route, fields, picture, logo }: JsonLdPage, company: ShownCompany): object[] {
  const { name, legalName, origin } = company
  const organization = { '@type': 'Organization', '@id': `${origin}/#organization`, name, url: `${origin}/` }
  if (route.isHome) {
    const whole = {
      ...organization,
      description: company.description,
      email: company.email,
      telephone: company.phone,
      legalName: legalName === name ? undefined : legalName,
      address: company.address?.join(', '),
      logo,
    }
    const website = {
      '@type': 'WebSite',
      name,
      url: `${origin}/`,
      inLanguage: company.lang,
      publisher: organization,
    }
    return route.path === '/' ? [whole, website] : [whole]
  }
  if (!route.isArticle) return []
  return [
    {
      '@type': 'BlogPosting',
      headline: fields.heading,
      description: fields.description,
      datePublished: route.date,
      mainEntityOfPage: canonicalUrl(route.path, fields, origin),
      author: organization,
      image: picture,
    },
  ]
}

/** Writes structured data as a script element of a type that browsers don't run. */
export const jsonLdElement = (graph: readonly object[]) =>
  `<script type="application/ld+json">${jsonForScript(JSON.stringify({ '@context': 'https://schema.org', '@graph': graph }))}</script>`
