import { join } from 'node:path'
import type { BuildFeature } from '../../extension-points.ts'
import { root } from '../../scripts/lib/root.ts'
import * as settings from '../../shared/site/markdown-fields.ts'
import { feedNames } from './feeds.ts'
import { readContent, routesOfContent } from './read-content.ts'
import type { TextSettings } from './site.ts'

const CONTENT_FOLDER = 'shared/site/content'
const { fields: siteFields = {}, hydrate }: Partial<TextSettings> = settings

export const markdown: BuildFeature = {
  fields: ['order', 'fields'],
  readRoutes: async (date, fields) =>
    routesOfContent(await readContent(join(root, CONTENT_FOLDER), date, fields, siteFields), hydrate),
  fileNames: feedNames,
}
