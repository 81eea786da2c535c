import {
  ASSETS_FOLDER,
  ICONS,
  isPageFile,
  notFoundFolders,
  PREVIEWS_FOLDER,
  redirectFile,
} from '../../server/lib/built-files.ts'
import { escapeHtml } from '../../server/lib/escape-html.ts'
import { APPLE_SITE_ASSOCIATION, cacheControl, EMBEDDABLE } from '../../server/respond/responses.ts'
import type { Headers } from '../../server/respond/security-headers.ts'
import { canonicalUrl } from '../../shared/page-head.ts'
import { languageOf, type ResolvedRoute, type RouteTable } from '../../shared/route-table.ts'
import { htaccess } from './htaccess.ts'

interface HostParts {
  table: RouteTable
  headers: Headers
  origin: string
}

/** The files of dist/ for hosts: Netlify, Cloudflare Pages, Apache, GitHub Pages; and pages that redirect. */
export function hostFiles({ table, headers, origin }: HostParts): Record<string, string> {
  const files: Record<string, string> = {
    _headers: headerRules(headers),
    '.htaccess': htaccess(table, headers),
    '.nojekyll': '',
  }
  const redirects = redirectRules(table)
  if (redirects) files._redirects = redirects
  for (const route of table.routes)
    for (const from of route.redirectFrom) {
      const file = redirectFile(from, table)
      if (file) files[file] = redirectPage(route, table, origin)
    }
  return files
}

/**
 * A host that joins the values of two rules says "same-origin, cross-origin", which browsers take for none, and so allow:
 * https://fetch.spec.whatwg.org/#cross-origin-resource-policy-internal-check
 */
const embeddable = (path: string) => `/${path}
${headerLines(EMBEDDABLE)}
`

const headerLines = (headers: Headers) =>
  Object.entries(headers)
    .map(([name, value]) => `  ${name}: ${value}`)
    .join('\n')

/** The file `_headers` of Netlify and Cloudflare Pages. */
const headerRules = (headers: Headers): string => `/*
${headerLines(headers)}

/${ASSETS_FOLDER}/*
  Cache-Control: ${cacheControl(`${ASSETS_FOLDER}/`)}

${[`${PREVIEWS_FOLDER}/*`, ...Object.values(ICONS)].map(embeddable).join('\n')}
/${APPLE_SITE_ASSOCIATION}
  Content-Type: application/json
`

/**
 * The file `_redirects` of Netlify and Cloudflare Pages. Netlify prefers the pages below to a rule without an
 * exclamation mark, and takes the first rule that fits. Cloudflare skips a rule with one and takes the second; it skips a
 * 404, too, and by itself sends the 404.html that is nearest.
 */
function redirectRules(table: RouteTable): string {
  const redirects = table.redirects
    .filter(([from]) => !isPageFile(from.slice(1), table)) // Hosts that take /about.html for /about would redirect for ever.
    .map(([from, to]) => `${from} ${to} 308!\n${from} ${to} 308\n`)
  const notFound = notFoundFolders(table).map(folder => `${folder}/* ${folder}/404.html 404\n`)
  return [...redirects, ...notFound].join('')
}

/**
 * A page for a former path, for hosts that cannot redirect. The browser goes on at once, without a script. Its title and its
 * canonical URL are those of the route: a loader's are on the page to which it leads.
 */
function redirectPage(route: ResolvedRoute, { languages }: RouteTable, origin: string): string {
  const { path, documentTitle, label } = route
  const { lang, isRightToLeft } = languageOf(route, languages)
  const dir = isRightToLeft ? ' dir="rtl"' : ''
  return `<!DOCTYPE html>
<html lang="${lang}"${dir}>
<head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(documentTitle)}</title>
<link rel="canonical" href="${escapeHtml(canonicalUrl(path, route, origin))}">
<meta http-equiv="refresh" content="0; url=${path}"></head>
<body><p><a href="${path}">${escapeHtml(label)}</a></p></body></html>
`
}
