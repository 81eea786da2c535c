import type { SiteFacts } from '../../joints.ts'

/** The files that are generated from the company's facts, by name. Features have others. */
export function generatedFiles(facts: SiteFacts): Record<string, string> {
  const files: Record<string, string> = {}
  for (const [name, textOf] of Object.entries(texts)) files[name] = textOf(facts)
  return files
}

const texts: Record<string, (facts: SiteFacts) => string> = {
  '.well-known/security.txt': securityTxt,
}

export const generatedNames = Object.keys(texts)

/** security.txt: RFC 9116. */
function securityTxt({ company, origin, buildDate }: SiteFacts): string {
  return `Contact: mailto:${company.email}
Expires: ${expiryOf(buildDate)}
Preferred-Languages: ${company.lang}
Canonical: ${origin}/.well-known/security.txt
`
}

/** RFC 9116 recommends less than a year. The first of a month, since not every month has a day 31. */
function expiryOf(buildDate: string): string {
  const date = new Date(buildDate)
  const expires = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 11, 1))
  return expires.toISOString().replace('.000', '')
}
