import { cacheControl } from '../../server/files.ts'
import type { Headers } from '../../server/headers.ts'
import { fileOf, redirectFile } from '../../server/paths.ts'
import type { Row, Table } from '../../shared/page-table.ts'
import type { Read } from '../build/read-table.ts'
import { htaccess } from './htaccess.ts'

type Facts = Pick<Read['facts'], 'company' | 'isRightToLeft'>

/** The files of dist/ for hosts: Netlify, Cloudflare Pages, Apache, GitHub Pages; and pages that redirect. */
export const hostFiles = (
  { table, facts }: { table: Table; facts: Facts },
  headers: Headers,
  origin: string,
): Record<string, string> => ({
  _headers: `/*
${Object.entries(headers)
  .map(([name, value]) => `  ${name}: ${value}`)
  .join('\n')}

/assets/*
  Cache-Control: ${cacheControl('assets/')}
`,
  '.htaccess': htaccess(table, headers),
  '.nojekyll': '',
  ...(table.moved.length > 0 && { _redirects: redirectRules(table) }),
  ...redirectPages(table, facts, origin),
})

/**
 * The file `_redirects` of Netlify and Cloudflare Pages. Netlify prefers the pages below to a rule without an
 * exclamation mark, and takes the first rule that fits. Cloudflare skips a rule with one and takes the second.
 */
const redirectRules = ({ moved, rows }: Table): string =>
  moved
    .filter(([from]) => !rows.some(({ path }) => fileOf(path) === from.slice(1))) // Hosts that take /about.html for /about would redirect for ever.
    .map(([from, to]) => `${from} ${to} 308!\n${from} ${to} 308\n`)
    .join('')

/** A page for each former path, by the name of its file in dist/, for hosts that cannot redirect. */
const redirectPages = (table: Table, facts: Facts, origin: string): Record<string, string> =>
  Object.fromEntries(
    table.rows.flatMap(row =>
      (row.former ?? []).flatMap(from => {
        const file = redirectFile(from, table)
        return file ? [[file, redirectPage(row, facts, origin)]] : []
      }),
    ),
  )

/** The browser goes on at once, without a script. */
const redirectPage = (
  { path, title, label }: Row,
  { company, isRightToLeft }: Facts,
  origin: string,
) => `<!DOCTYPE html>
<html lang="${company.lang}"${isRightToLeft(company.lang) ? ' dir="rtl"' : ''}>
<head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="canonical" href="${origin}${path}">
<meta http-equiv="refresh" content="0; url=${path}"></head>
<body><p><a href="${path}">${escapeHtml(label)}</a></p></body></html>
`

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
