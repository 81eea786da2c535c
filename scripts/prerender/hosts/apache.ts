import { cacheControl } from '../../../server/files.ts'
import { redirectsOf } from '../../../server/paths.ts'
import { encodings } from '../../../server/response.ts'
import type { Table } from '../../../shared/table.ts'
import {
  anySpelling,
  type HostedSite,
  hidden,
  lines,
  made,
  onlyOnDocuments,
  subresources,
  types,
} from './rules.ts'

const inner = ({ rows }: Table) => rows.flatMap(({ path }) => (path === '/' ? [] : path.slice(1))).join('|')

/** Of the request as the visitor sent it, and not of what Apache makes of it on the way. */
const first = 'RewriteCond %{ENV:REDIRECT_STATUS} ^$'

/** What Apache reads beside the files: https://httpd.apache.org/docs/2.4/howto/htaccess.html */
export const apache = ({ security, table, ownHtml }: HostedSite) => `# ${made}
# Apache 2.4 reads it where the site's folder has AllowOverride All. It needs mod_rewrite, and mod_headers for the headers.
Options -Indexes -MultiViews
DirectorySlash Off
DirectoryIndex disabled
AddDefaultCharset Off
ErrorDocument 404 /404.html
ErrorDocument 405 "Method not allowed"
<If "%{REQUEST_URI} =~ m#^/assets/#">
  ErrorDocument 404 "Not found"
</If>

${lines(types, (extension, type) => `AddType ${JSON.stringify(type)} ${extension}`)}
RemoveType .br .gz
RemoveLanguage .br
${Object.entries(encodings)
  .map(([encoding, extension]) => `AddEncoding ${encoding} ${extension}`)
  .join('\n')}

RewriteEngine On
RewriteBase /
# What is smaller compressed stands there compressed.
RewriteRule ^ - [E=no-gzip:1,E=no-brotli:1]

RewriteCond %{REQUEST_METHOD} !^(GET|HEAD)$
RewriteRule ^ - [R=405,L]

${redirectsOf(table)
  .map(
    ([from, to]) => `${first}
RewriteCond %{THE_REQUEST} ^\\S+\\s(?i:${anySpelling(from).slice(1, -1)})(\\?|\\s)
RewriteCond %{THE_REQUEST} !^\\S+\\s${to}(\\?|\\s)
RewriteRule ^ ${to} [R=308,L]`,
  )
  .join('\n')}

${first}
RewriteCond %{REQUEST_URI} ${hidden}
${ownHtml.map(path => `RewriteCond %{REQUEST_URI} !=${path}\n`).join('')}RewriteRule ^ - [R=404,L]
${first}
RewriteCond %{REQUEST_URI} !^/$
RewriteCond %{REQUEST_FILENAME} -d
RewriteRule ^ - [R=404,L]

RewriteRule ^$ index.html
${inner(table) && `RewriteRule ^(${inner(table)})$ $1.html`}

RewriteCond %{REQUEST_FILENAME} -f
RewriteRule \\.(${subresources(security).join('|')})(\\.(br|gz))?$ - [E=subresource:1]
RewriteCond %{REQUEST_FILENAME} -f
RewriteRule ^assets/ - [E=asset:1]
${Object.entries(encodings)
  .map(
    ([
      encoding,
      extension,
    ]) => `RewriteCond %{HTTP:Accept-Encoding} (^|,)\\s*${encoding}\\s*(?!;\\s*q=0(\\.0*)?\\s*(,|$))(;|,|$)
RewriteCond %{REQUEST_FILENAME}${extension} -f
RewriteRule ^(.+)$ $1${extension} [L]`,
  )
  .join('\n')}

<IfModule mod_headers.c>
${lines(security.subresource, (name, value) => `  Header always set ${name} ${JSON.stringify(value)}`)}
${lines(onlyOnDocuments(security), (name, value) => `  Header always set ${name} ${quoted(value)} env=!subresource`)}
  Header always set Vary Accept-Encoding
  Header always set Cache-Control ${JSON.stringify(cacheControl('index.html'))}
  Header always set Cache-Control ${JSON.stringify(cacheControl('assets/'))} env=asset
  Header always set Cache-Control no-store "expr=%{REQUEST_STATUS} -ge 300 && %{REQUEST_STATUS} -ne 304"
</IfModule>
`

/** As JSON, but that a percent sign begins a variable in a header of Apache. */
const quoted = (value: string) => JSON.stringify(value.replaceAll('%', '%%'))
