import type { SiteFacts } from '../../extension-points.ts'

export const SECURITY_FILE = '.well-known/security.txt'

/** Writes the file that says where to report a vulnerability: https://www.rfc-editor.org/rfc/rfc9116 */
export const securityText = ({
  company,
  origin,
  buildDate,
}: Pick<SiteFacts, 'company' | 'origin' | 'buildDate'>) =>
  `Contact: mailto:${company.email}
Expires: ${expiryOf(buildDate)}
Preferred-Languages: ${company.lang}
Canonical: ${origin}/${SECURITY_FILE}
`

/** The file expires within a year, as RFC 9116 recommends: on the first of a month, because not every month has 31 days. */
function expiryOf(buildDate: string): string {
  const date = new Date(buildDate)
  const expires = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 11, 1))
  return expires.toISOString().replace('.000', '')
}
