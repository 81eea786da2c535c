import type { ServerFeature } from '../../extension-points.ts'
import { data } from '../../features/data/server.ts'
import { hardening } from '../../features/hardening/server.ts'
import { icons } from '../../features/icons/server.ts'
import { markdown } from '../../features/markdown/server.ts'
import { securityTxt } from '../../features/security-txt/server.ts'
import { seo } from '../../features/seo/server.ts'
import { socialImages } from '../../features/social-images/server.ts'

/** The server's features. */
export const features: readonly ServerFeature[] = [
  hardening, // Refuses hostile HTTP.
  data, // Pages that show data: server/site/loaders.ts.
  icons, // For tabs, bookmarks and home screens.
  socialImages, // The picture that a messenger shows for a link.
  markdown, // Pages in Markdown: shared/site/content/.
  seo, // For search engines: sitemap.xml, robots.txt, hreflang, structured data.
  securityTxt, // Where to report a vulnerability.
]
