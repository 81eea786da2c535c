import { data } from '../../features/data/server.ts'
import { hardening } from '../../features/hardening/server.ts'
import { icons } from '../../features/icons/server.ts'
import { markdown } from '../../features/markdown/server.ts'
import { securityTxt } from '../../features/security-txt/server.ts'
import { seo } from '../../features/seo/server.ts'
import { socialImages } from '../../features/social-images/server.ts'
import type { ServerFeature } from '../../joints.ts'

/** What the server has beside its core. */
export const features: readonly ServerFeature[] = [
  hardening, // Refuses hostile HTTP.
  data, // Pages that show data: server/site/loaders.ts.
  icons, // Of a tab, of a bookmark and of a home screen.
  socialImages, // What a messenger shows of a link.
  markdown, // Pages in Markdown: shared/site/content/.
  seo, // What search engines read: sitemap.xml, robots.txt, hreflang, linked data.
  securityTxt, // Whom to tell about a vulnerability.
]
