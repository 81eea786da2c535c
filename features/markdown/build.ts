import { join } from 'node:path'
import type { BuildFeature } from '../../joints.ts'
import { root } from '../../scripts/lib/root.ts'
import { feedNames } from './feeds.ts'
import { readContent, routesOfContent } from './read-content.ts'
import type { SiteFields } from './site.ts'

const CONTENT_FOLDER = 'shared/site/content'

/** `fields` are the site's own: site.ts. */
export const markdown = ({ fields: siteFields }: { fields?: SiteFields } = {}): BuildFeature => ({
  fields: ['order', 'fields'],
  readRoutes: async (date, fields) =>
    routesOfContent(await readContent(join(root, CONTENT_FOLDER), date, fields, siteFields)),
  folders: [CONTENT_FOLDER],
  fileNames: feedNames,
})
