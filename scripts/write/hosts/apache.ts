import { cacheControl } from '../../../server/files.ts'
import { redirectsOf } from '../../../server/paths.ts'
import { encodings } from '../../../server/response.ts'
import {
  anySpelling,
  type HostedSite,
  hidden,
  lines,
  notice,
  onlyOnDocuments,
  subresources,
  types,
} from './rules.ts'

/** What Apache reads beside the files: https://httpd.apache.org/docs/2.4/howto/htaccess.html */
export function apache({ security, table, ownHtml }: HostedSite): string {
  // Of the request as the visitor sent it, and not of what Apache makes of it on the way.
  const first = 'RewriteCond %{ENV:REDIRECT_STATUS} ^$'
  const typeLines = lines(types, ([extension, type]) => `AddType ${JSON.stringify(type)} .${extension}`)
  const encodingLines = lines(
    Object.entries(encodings),
    ([encoding, extension]) => `AddEncoding ${encoding} ${extension}`,
  )
  const redirectLines = lines(
    redirectsOf(table),
    ([from, to]) => `${first}
RewriteCond %{THE_REQUEST} ^\\S+\\s(?i:${anySpelling(from).slice(1, -1)})(\\?|\\s)
RewriteCond %{THE_REQUEST} !^\\S+\\s${to}(\\?|\\s)
RewriteRule ^ ${to} [R=308,L]`,
  )
  const notHidden = ownHtml.map(path => `RewriteCond %{REQUEST_URI} !=${path}\n`).join('')
  const inner = table.rows.flatMap(({ path }) => (path === '/' ? [] : path.slice(1))).join('|')
  const extensions = subresources(security).join('|')
  const compressedLines = lines(
    Object.entries(encodings),
    ([
      encoding,
      extension,
    ]) => `RewriteCond %{HTTP:Accept-Encoding} (^|,)\\s*${encoding}\\s*(?!;\\s*q=0(\\.0*)?\\s*(,|$))(;|,|$)
RewriteCond %{REQUEST_FILENAME}${extension} -f
RewriteRule ^(.+)$ $1${extension} [L]`,
  )
  // A percent sign begins a variable in a header of Apache.
  const setHeader = ([name, value]: [string, string]) =>
    `  Header always set ${name} ${JSON.stringify(value.replaceAll('%', '%%'))}`
  const subresourceHeaders = lines(Object.entries(security.subresource), setHeader)
  const documentHeaders = lines(
    Object.entries(onlyOnDocuments(security)),
    header => `${setHeader(header)} env=!subresource`,
  )
  const [cache, assetCache] = [cacheControl('index.html'), cacheControl('assets/')].map(value =>
    JSON.stringify(value),
  )

  return `# ${notice}
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

${typeLines}
RemoveType .br .gz
RemoveLanguage .br
${encodingLines}

RewriteEngine On
RewriteBase /
# What is smaller compressed stands there compressed.
RewriteRule ^ - [E=no-gzip:1,E=no-brotli:1]

RewriteCond %{REQUEST_METHOD} !^(GET|HEAD)$
RewriteRule ^ - [R=405,L]

${redirectLines}

${first}
RewriteCond %{REQUEST_URI} ${hidden}
${notHidden}RewriteRule ^ - [R=404,L]
${first}
RewriteCond %{REQUEST_URI} !^/$
RewriteCond %{REQUEST_FILENAME} -d
RewriteRule ^ - [R=404,L]

RewriteRule ^$ index.html
${inner && `RewriteRule ^(${inner})$ $1.html`}

RewriteCond %{REQUEST_FILENAME} -f
RewriteRule \\.(${extensions})(\\.(br|gz))?$ - [E=subresource:1]
RewriteCond %{REQUEST_FILENAME} -f
RewriteRule ^assets/ - [E=asset:1]
${compressedLines}

<IfModule mod_headers.c>
${subresourceHeaders}
${documentHeaders}
  Header always set Vary Accept-Encoding
  Header always set Cache-Control ${cache}
  Header always set Cache-Control ${assetCache} env=asset
  Header always set Cache-Control no-store "expr=%{REQUEST_STATUS} -ge 300 && %{REQUEST_STATUS} -ne 304"
</IfModule>
`
}
