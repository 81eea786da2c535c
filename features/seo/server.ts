import type { ServerFeature } from '../../extension-points.ts'
import { alternateLinks } from './alternates.ts'
import { jsonLdElement } from './json-ld.ts'
import { ROBOTS_FILE, SITEMAP_FILE } from './names.ts'
import { entriesOf, sitemap } from './sitemap.ts'

/** Gives search engines robots.txt, the sitemap, hreflang links and structured data. */
export const seo: ServerFeature = {
  generatedFiles: ({ table, origin }) => ({
    [ROBOTS_FILE]: `User-agent: *\nAllow: /\n\nSitemap: ${origin}/${SITEMAP_FILE}\n`,
    [SITEMAP_FILE]: indexable => sitemap(entriesOf(indexable, table), origin),
  }),
  headTags: site => page => alternateLinks(page, site.table, site.origin) + jsonLdElement(page, site),
}
