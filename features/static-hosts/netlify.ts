import { ASSETS_FOLDER, isPageFile, notFoundFolders } from '../../server/lib/built-files.ts'
import { APPLE_SITE_ASSOCIATION, cacheControl, EMBEDDABLE } from '../../server/respond/responses.ts'
import type { HttpHeaders } from '../../server/respond/security-headers.ts'
import type { RouteTable } from '../../shared/route-table.ts'

/**
 * A host that joins the values of two rules says "same-origin, cross-origin", which browsers take for none, and so allow:
 * https://fetch.spec.whatwg.org/#cross-origin-resource-policy-internal-check
 */
const embeddable = (name: string) => `/${name.replace(/\/$/, '/*')}
${headerLines(EMBEDDABLE)}
`

const headerLines = (headers: HttpHeaders) =>
  Object.entries(headers)
    .map(([name, value]) => `  ${name}: ${value}`)
    .join('\n')

/** The file `_headers` of Netlify and Cloudflare Pages. */
export const headerRules = (headers: HttpHeaders, shownElsewhere: readonly string[]): string => `/*
${headerLines(headers)}

/${ASSETS_FOLDER}/*
  Cache-Control: ${cacheControl(`${ASSETS_FOLDER}/`)}

${shownElsewhere.map(embeddable).join('\n')}
/${APPLE_SITE_ASSOCIATION}
  Content-Type: application/json
`

/**
 * The file `_redirects` of Netlify and Cloudflare Pages. Netlify prefers a page of that name to a rule without an
 * exclamation mark, and takes the first rule that fits. Cloudflare skips a rule with one and takes the second; it skips a
 * 404, too, and by itself sends the 404.html that is nearest.
 */
export function redirectRules(table: RouteTable): string {
  const redirects = table.redirects
    .filter(([from]) => !isPageFile(from.slice(1), table)) // Hosts that take /about.html for /about would redirect for ever.
    .map(([from, to]) => `${from} ${to} 308!\n${from} ${to} 308\n`)
  const notFound = notFoundFolders(table).map(folder => `${folder}/* ${folder}/404.html 404\n`)
  return [...redirects, ...notFound].join('')
}
