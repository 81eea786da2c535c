import type { CheckedSite } from '../../extension-points.ts'
import { AN_ORIGIN, parseOrigin } from '../../server/lib/config.ts'

/** Reports an origin that SITE_ORIGIN couldn't be either: every canonical link and the sitemap would have it. */
export const originProblems = ({ company: { origin } }: CheckedSite): string[] =>
  parseOrigin(origin) === origin
    ? []
    : [`origin in shared/site/company.ts is ${origin}: write ${AN_ORIGIN}, with no slash at its end`]

/** Reports an e-mail address that reaches nobody, such as the one in the shipped company.ts: RFC 2606 reserves its domain. */
export const placeholderProblems = ({ company: { email } }: CheckedSite): string[] =>
  /@example\.(com|net|org)$/.test(email)
    ? [
        `email in shared/site/company.ts is the placeholder ${email}: write the address at which people reach you`,
      ]
    : []
