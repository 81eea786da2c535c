import type { HeadSite, ServerFeature } from '../../extension-points.ts'
import { escapeHtml } from '../../server/lib/escape-html.ts'
import type { RoutePage } from '../../server/metadata/server-head.ts'
import { languageOf } from '../../shared/language.ts'
import { canonicalUrl } from '../../shared/page-head.ts'
import { pictureOf } from './picture.ts'

/** Adds the tags from which messengers and social networks make a link preview. */
export const socialImages: ServerFeature = {
  picture: (page, origin) => pictureOf(page, origin).url,
  headTags: site => page => {
    const tags = Object.entries(properties(page, site)).map(
      ([property, content]) => `<meta property="${property}" content="${escapeHtml(content)}"/>`,
    )
    return [...tags, '<meta name="twitter:card" content="summary_large_image"/>'].join('')
  },
}

/** A page's Open Graph properties: https://ogp.me */
function properties(page: RoutePage, { table, company, origin }: HeadSite): Record<string, string> {
  const { route, path, head, fields } = page
  const { locale } = languageOf(route, table.languages)
  const { url, type, width, height } = pictureOf(page, origin)
  const date = route.isArticle ? route.date : undefined
  return {
    'og:type': date ? 'article' : 'website',
    ...(date && { 'article:published_time': date }),
    'og:site_name': company.name,
    ...(locale && { 'og:locale': locale }),
    'og:url': canonicalUrl(path, fields, origin),
    'og:title': head.title,
    'og:description': fields.description,
    'og:image': url,
    ...(type && { 'og:image:type': type }),
    ...(width && height && { 'og:image:width': String(width), 'og:image:height': String(height) }),
    'og:image:alt': `${company.name}: ${fields.heading}`,
  }
}
