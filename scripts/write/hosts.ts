import { cacheControl, typeOf } from '../../server/files.ts'
import { fileOf, redirectFile } from '../../server/paths.ts'
import { speculation } from '../../server/site-files.ts'
import { company, isRightToLeft } from '../../shared/company.ts'
import type { Table } from '../../shared/page-table.ts'
import type { Page } from '../../shared/pages.ts'
import { apache } from './hosts/apache.ts'
import { caddy } from './hosts/caddy.ts'
import { cloudfront } from './hosts/cloudfront.ts'
import { firebase, vercel } from './hosts/json.ts'
import { nginx } from './hosts/nginx.ts'
import { type HostedSite, lines } from './hosts/rules.ts'

/**
 * The files of dist/ for hosts: headers and redirects of Netlify and Cloudflare Pages, the configurations of Apache
 * and Vercel, GitHub's word for "as it is", and pages that redirect.
 */
export const hostFiles = (site: HostedSite, origin: string): Record<string, string> => ({
  _headers: `/*
${lines(Object.entries(site.security.document), ([name, value]) => `  ${name}: ${value}`)}

/assets/*
  Cache-Control: ${cacheControl('assets/')}

/${speculation.name}
  Content-Type: ${typeOf(speculation.name)}
`,
  '.htaccess': apache(site),
  '.nojekyll': '',
  'vercel.json': vercel(site),
  ...(site.table.moved.length > 0 && { _redirects: redirectRules(site.table) }),
  ...redirectPages(site.table, origin),
})

/** The configurations of hosts that read none of our files: an operator copies one. */
export const hostConfigs = (site: HostedSite): Record<string, string> => ({
  'nginx.conf': nginx(site),
  Caddyfile: caddy(site),
  'cloudfront.js': cloudfront(site),
  'firebase.json': firebase(site),
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
const redirectPages = (table: Table, origin: string): Record<string, string> =>
  Object.fromEntries(
    table.rows.flatMap(page =>
      (page.former ?? []).flatMap(from => {
        const file = redirectFile(from, table)
        return file ? [[file, redirectPage(page, origin)]] : []
      }),
    ),
  )

/** The browser goes on at once, without a script. */
const redirectPage = ({ path, title, label }: Page, origin: string) => `<!DOCTYPE html>
<html lang="${company.lang}"${isRightToLeft ? ' dir="rtl"' : ''}>
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
