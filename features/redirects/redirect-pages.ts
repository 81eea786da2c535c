import type { RenderedSite } from '../../extension-points.ts'
import { htmlFile, isPageFile } from '../../server/lib/built-files.ts'
import { escapeHtml } from '../../server/lib/escape-html.ts'
import { languageOf } from '../../shared/language.ts'
import { canonicalUrl } from '../../shared/page-head.ts'
import type { ResolvedRoute, RouteTable } from '../../shared/route-table.ts'

/** Makes an HTML file for each old path, because some static hosts can't redirect. Skips a path whose file belongs to a page. */
export function redirectPages({
  table,
  origin,
}: Pick<RenderedSite, 'table' | 'origin'>): Record<string, string> {
  const pages: Record<string, string> = {}
  for (const route of table.routes)
    for (const from of route.redirectFrom ?? []) {
      const file = redirectFile(from)
      if (!isPageFile(file, table)) pages[file] = redirectPage(route, table, origin)
    }
  return pages
}

/** The file name for an old path: hosts send team.php.html for /team.php, as they send about.html for /about. */
const redirectFile = (from: string) => (from.endsWith('.html') ? from.slice(1) : htmlFile(from))

/** Makes HTML that redirects the browser to the page at once, without a script. Its title and canonical URL are the page's. */
function redirectPage(route: ResolvedRoute, { languages }: RouteTable, origin: string): string {
  const { path, title, label } = route
  const { lang, isRightToLeft } = languageOf(route, languages)
  const dir = isRightToLeft ? ' dir="rtl"' : ''
  return `<!DOCTYPE html>
<html lang="${lang}"${dir}>
<head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="canonical" href="${escapeHtml(canonicalUrl(path, route, origin))}">
<meta http-equiv="refresh" content="0; url=${path}"></head>
<body><p><a href="${path}">${escapeHtml(label)}</a></p></body></html>
`
}
