import type { BuildFeature } from '../../extension-points.ts'
import { ROBOTS_FILE, SITEMAP_FILE } from './names.ts'
import './site.ts'

export const seo: BuildFeature = {
  fields: ['jsonLd'],
  fileNames: () => [ROBOTS_FILE, SITEMAP_FILE],
}
