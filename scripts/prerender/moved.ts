import { fileOf, movedFile } from '../../server/paths.ts'
import type { Page } from '../../shared/pages.ts'
import { site } from '../../shared/site.ts'
import type { Table } from '../../shared/table.ts'

/**
 * The file `_redirects` of Netlify and Cloudflare Pages. Netlify prefers the pages below to a rule without an
 * exclamation mark, and takes the first rule that fits. Cloudflare skips a rule with one and takes the second.
 */
export const redirectRules = ({ moved, rows }: Table): string =>
  moved
    .filter(([from]) => !rows.some(({ path }) => fileOf(path) === from.slice(1))) // Hosts that take /about.html for /about would redirect for ever.
    .map(([from, to]) => `${from} ${to} 308!\n${from} ${to} 308\n`)
    .join('')

/** A page for each former path, by the name of its file in dist/, for hosts that cannot redirect. */
export const movedPages = (table: Table, origin: string): Record<string, string> =>
  Object.fromEntries(
    table.rows.flatMap(page =>
      (page.former ?? []).flatMap(from => {
        const file = movedFile(from, table)
        return file ? [[file, movedPage(page, origin)]] : []
      }),
    ),
  )

/** The browser goes on at once, without a script. */
const movedPage = ({ path, title, label }: Page, origin: string) => `<!DOCTYPE html>
<html lang="${site.lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="canonical" href="${origin}${path}">
<meta http-equiv="refresh" content="0; url=${path}">
</head>
<body><p><a href="${path}">${escapeHtml(label)}</a></p></body>
</html>
`

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
