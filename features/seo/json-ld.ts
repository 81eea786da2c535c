import type { HeadSite } from '../../extension-points.ts'
import { jsonForScript } from '../../server/lib/escape-html.ts'
import type { RoutePage } from '../../server/metadata/server-head.ts'
import { companyIn, languageOf } from '../../shared/language.ts'
import { canonicalUrl } from '../../shared/page-head.ts'

/**
 * Makes the structured data (schema.org) of a page: the company's on each language's home page, a post's on a post, and the page's
 * own `jsonLd`.
 */
export const jsonLd = (page: RoutePage, site: HeadSite): object[] => [
  ...generatedData(page, site),
  ...[page.fields.jsonLd ?? []].flat(),
]

function generatedData(
  page: RoutePage,
  { table, company: ofSite, origin, pictureOf, logo }: HeadSite,
): object[] {
  const { route, fields } = page
  if (!route.isHome && !route.isArticle) return []
  const company = companyIn(ofSite, languageOf(route, table.languages), origin)
  const { name, legalName } = company
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
  return [
    {
      '@type': 'BlogPosting',
      headline: fields.heading,
      description: fields.description,
      datePublished: route.date,
      mainEntityOfPage: canonicalUrl(route.path, fields, origin),
      author: organization,
      image: pictureOf(page),
    },
  ]
}

/** Writes structured data as a script element of a type that browsers don't run. */
export const jsonLdElement = (graph: readonly object[]) =>
  `<script type="application/ld+json">${jsonForScript(JSON.stringify({ '@context': 'https://schema.org', '@graph': graph }))}</script>`
