import { data } from '../../features/data/build.ts'
import { markdown } from '../../features/markdown/build.ts'
import { redirects } from '../../features/redirects/build.ts'
import { seo } from '../../features/seo/build.ts'
import { staticHosts } from '../../features/static-hosts/build.ts'
import type { BuildFeature } from '../../joints.ts'
import { budgets } from '../../scripts/problems/budgets.ts'
import { checks } from '../../scripts/problems/checks.ts'

/** What a build has beside its core. */
export const buildFeatures: readonly BuildFeature[] = [
  checks, //
  budgets,
  data,
  markdown,
  redirects,
  seo,
  staticHosts,
]
