import { ASSETS_FOLDER, PRERENDERED_FILE } from '../../server/lib/built-files.ts'
import { cacheControl, EMBEDDABLE, NOT_STORED } from '../../server/respond/responses.ts'
import type { HttpHeaders } from '../../server/respond/security-headers.ts'
import type { RouteTable } from '../../shared/route-table.ts'
import { HOST_FILES, notFoundFolders } from './hosts.ts'

/** Writes a name or a path as a regular expression. The build refuses paths with other special characters. */
const literal = (path: string) => path.replaceAll('.', String.raw`\.`)

/** The rules that serve the compressed file if the client accepts the encoding. A client refuses it with q=0. */
const compressed = (encoding: string, extension: string) =>
  String.raw`RewriteCond %{HTTP:Accept-Encoding} (^|,)\s*${encoding}\s*(?!;\s*q=0(\.0*)?\s*(,|$))(;|,|$)
RewriteCond %{REQUEST_FILENAME}${extension} -f
RewriteRule ^(.+)$ $1${extension} [END]`

/** The rule that lets other sites show some files. A name that ends with / is a folder. */
function embeddableRule(names: readonly string[]): string {
  if (names.length === 0) return ''
  const paths = names.map(name => literal(name) + (name.endsWith('/') ? '' : '$')).join('|')
  return `  Header always set ${Object.entries(EMBEDDABLE).flat().join(' ')} "expr=%{REQUEST_URI} =~ m#^/(${paths})#"\n`
}

/** Writes the file .htaccess for Apache: https://httpd.apache.org/docs/2.4/howto/htaccess.html */
export function htaccess(table: RouteTable, headers: HttpHeaders, embeddable: readonly string[]): string {
  const redirects = table.redirects.map(
    ([from, to]) => `RewriteRule ^${literal(from.slice(1))}/?$ ${to} [R=308,L]`,
  )
  const notFound = notFoundFolders(table).map(
    folder => `<If "%{REQUEST_URI} =~ m#^${folder}/#">\n  ErrorDocument 404 ${folder}/404.html\n</If>\n`,
  )
  // In Apache's headers, a percent sign begins a variable.
  const header = (name: string, value: string) =>
    `  Header always set ${name} ${JSON.stringify(value.replaceAll('%', '%%'))}`
  return `# Made by npm run prerender from the route table and server/respond/security-headers.ts. Don't edit this file: run the command again.
# Apache 2.4 reads it if the site's folder has AllowOverride All. It needs mod_rewrite, and mod_headers for the headers.
Options -Indexes -MultiViews
DirectorySlash Off
DirectoryIndex disabled
AddDefaultCharset utf-8
ErrorDocument 404 /404.html
${notFound.join('')}AddType image/avif .avif
AddType font/woff2 .woff2
<Files apple-app-site-association>
  ForceType application/json
</Files>
RemoveType .br .gz
RemoveLanguage .br
AddEncoding br .br
AddEncoding gzip .gz

RewriteEngine On
RewriteBase /
# If compression makes a file smaller, its .br and .gz are in the same folder, so Apache compresses nothing itself.
RewriteRule ^ - [E=no-gzip:1,E=no-brotli:1]
${redirects.join('\n')}
RewriteRule ^(.+)/$ /$1 [R=308,L]
# Only hosts read these files.
RewriteRule ^(${[...HOST_FILES, PRERENDERED_FILE].map(literal).join('|')})$ - [R=404,L]

RewriteRule ^$ index.html
RewriteCond %{REQUEST_FILENAME}.html -f
RewriteRule ^(.+)$ $1.html
${compressed('br', '.br')}
${compressed('gzip', '.gz')}
# The path of a missing file goes on to the 404 page, which passes through these rules again.
RewriteCond %{REQUEST_FILENAME} -f
RewriteRule ^ - [END]

<IfModule mod_headers.c>
${Object.entries(headers)
  .map(([name, value]) => header(name, value))
  .join('\n')}
${embeddableRule(embeddable)}  Header always set Vary Accept-Encoding
  Header always set Cache-Control ${JSON.stringify(cacheControl('index.html'))}
  Header always set Cache-Control ${JSON.stringify(cacheControl(`${ASSETS_FOLDER}/`))} "expr=%{REQUEST_URI} =~ m#^/${ASSETS_FOLDER}/#"
  Header always set Cache-Control ${NOT_STORED} "expr=%{REQUEST_STATUS} -ge 300 && %{REQUEST_STATUS} -ne 304"
</IfModule>
`
}
