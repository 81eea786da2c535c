import type { BuildFeature } from '../../extension-points.ts'
import { budgets } from '../../features/budgets/build.ts'
import { checks } from '../../features/checks/build.ts'
import { data } from '../../features/data/build.ts'
import { icons } from '../../features/icons/build.ts'
import { languages } from '../../features/languages/build.ts'
import { lazy } from '../../features/lazy/build.ts'
import { markdown } from '../../features/markdown/build.ts'
import { redirects } from '../../features/redirects/build.ts'
import { securityTxt } from '../../features/security-txt/build.ts'
import { seo } from '../../features/seo/build.ts'
import { socialImages } from '../../features/social-images/build.ts'
import { staticHosts } from '../../features/static-hosts/build.ts'

/** The build's features. */
export const buildFeatures: readonly BuildFeature[] = [
  checks, // Mistakes in routes, pages, styles and policy.
  budgets, // What a first visit to a page may cost.
  data,
  icons,
  languages,
  lazy, // What a page shows where the script of a `lazy` part can't be fetched.
  markdown,
  redirects,
  securityTxt,
  seo,
  socialImages,
  staticHosts,
]
