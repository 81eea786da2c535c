import { ASSETS_FOLDER, isPageFile } from '../../server/lib/built-files.ts'
import { APPLE_SITE_ASSOCIATION, cacheControl, EMBEDDABLE } from '../../server/respond/responses.ts'
import type { HttpHeaders } from '../../server/respond/security-headers.ts'
import type { RouteTable } from '../../shared/route-table.ts'
import { notFoundFolders } from './hosts.ts'

/**
 * The rule that lets other sites show a file. If a host joins this rule's value and the first one's, it sends "same-origin,
 * cross-origin". Browsers read that as no value, and so allow it:
 * https://fetch.spec.whatwg.org/#cross-origin-resource-policy-internal-check
 */
const embeddableRule = (name: string) => `/${name.replace(/\/$/, '/*')}
${headerLines(EMBEDDABLE)}
`

const headerLines = (headers: HttpHeaders) =>
  Object.entries(headers)
    .map(([name, value]) => `  ${name}: ${value}`)
    .join('\n')

/** Writes the file `_headers` for Netlify and Cloudflare Pages. */
export const headerRules = (headers: HttpHeaders, embeddable: readonly string[]): string => `/*
${headerLines(headers)}

/${ASSETS_FOLDER}/*
  Cache-Control: ${cacheControl(`${ASSETS_FOLDER}/`)}

${embeddable.map(embeddableRule).join('\n')}
/${APPLE_SITE_ASSOCIATION}
  Content-Type: application/json
`

/**
 * Writes the file `_redirects` for Netlify and Cloudflare Pages, with two rules for each redirect. Netlify takes the first rule
 * that matches, but prefers a page at that path to a rule without an exclamation mark. Cloudflare skips rules with an exclamation
 * mark, so it takes the second one. It also skips rules with a 404, and sends the nearest 404.html by itself.
 */
export function redirectRules(table: RouteTable): string {
  const redirects = table.redirects
    .filter(([from]) => !isPageFile(from.slice(1), table)) // Hosts that treat /about.html as /about would redirect forever.
    .map(([from, to]) => `${from} ${to} 308!\n${from} ${to} 308\n`)
  const notFound = notFoundFolders(table).map(folder => `${folder}/* ${folder}/404.html 404\n`)
  return [...redirects, ...notFound].join('')
}
