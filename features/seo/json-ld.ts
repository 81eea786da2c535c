import type { HeadSite } from '../../extension-points.ts'
import { jsonForScript } from '../../server/lib/escape-html.ts'
import type { RoutePage } from '../../server/metadata/server-head.ts'
import { companyIn, languageOf } from '../../shared/language.ts'
import { canonicalUrl } from '../../shared/page-head.ts'

/**
 * Writes a page's structured data (schema.org): the company's on each language's home page, a post's on a post, and the page's own
 * `jsonLd`. It's in a script element of a type that browsers don't run. Empty if there's none.
 */
export function jsonLdElement(page: RoutePage, site: HeadSite): string {
  const graph = [...generatedData(page, site), ...[page.fields.jsonLd ?? []].flat()]
  if (graph.length === 0) return ''
  const json = JSON.stringify({ '@context': 'https://schema.org', '@graph': graph })
  return `<script type="application/ld+json">${jsonForScript(json)}</script>`
}

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
      logo: logo && `${origin}/${logo}`,
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
