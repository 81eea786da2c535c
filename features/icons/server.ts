import type { ServerFeature } from '../../extension-points.ts'
import { ICONS } from './names.ts'

/** The icons for a tab, a bookmark and a home screen. */
export const icons: ServerFeature = {
  commonTags: `<link rel="icon" href="/${ICONS.svg}" type="image/svg+xml"/><link rel="apple-touch-icon" href="/${ICONS.touch}"/>`,
  logo: ICONS.touch,
}
