import { cacheControl } from '../../../server/files.ts'
import type { Headers, Security } from '../../../server/headers.ts'
import { fileOf, redirectsOf } from '../../../server/paths.ts'
import { anySpelling, type HostedSite, hidden, lines, made, subresources, types } from './rules.ts'

/** What goes into a server block of nginx. */
export const nginx = ({ security, table, ownHtml }: HostedSite) => `# ${made}
# It belongs into a server block that says where dist/ is: root /srv/site; include /srv/nginx.conf;
types {
${lines(types, (extension, type) => `  ${JSON.stringify(type)} ${extension.slice(1)};`)}
}
default_type application/octet-stream;
server_tokens off;
absolute_redirect off;
merge_slashes off;
gzip_static on;
gzip_vary on;
gzip_proxied any;
# Where nginx was built with the module: brotli_static on;

set $site_cache ${JSON.stringify(cacheControl('index.html'))};
set $site_allow "";
${addHeaders(security.document)}
add_header Cache-Control $site_cache always;
add_header Allow $site_allow always;

if ($request_method !~ ^(GET|HEAD)$) { return 405; }
error_page 405 @no-method;
location @no-method {
  types {}
  default_type "text/plain; charset=utf-8";
  set $site_cache no-store;
  set $site_allow "GET, HEAD";
  return 405 "Method not allowed\\n";
}

${table.rows.map(({ path }) => `location = ${path} { try_files /${fileOf(path)} =404; }`).join('\n')}
${ownHtml.map(path => `location = ${path} { try_files ${path} =404; }`).join('\n')}
${redirectsOf(table)
  .map(
    ([from, to]) =>
      `location ~* ${anySpelling(from)} { set $site_cache no-store; return 308 ${to}$is_args$args; }`,
  )
  .join('\n')}
location ~ ${hidden} { return 404; }
location / { try_files $uri =404; }
${subresource(security, cacheControl('index.html'))}

location ^~ /assets/ {
  set $site_cache ${JSON.stringify(cacheControl('assets/'))};
  error_page 404 @no-asset;
  try_files $uri =404;
  location ~ ${hidden} { return 404; }
  ${subresource(security, cacheControl('assets/'))}
}
location @no-asset {
  types {}
  default_type "text/plain; charset=utf-8";
  set $site_cache no-store;
  return 404 "Not found\\n";
}

error_page 404 /404.html;
location = /404.html {
  internal;
  set $site_cache no-store;
  etag off;
}
`

const addHeaders = (headers: Headers) =>
  lines(headers, (name, value) => `add_header ${name} ${JSON.stringify(value)} always;`)

/** Headers of a location take the place of all that were set around it. */
const subresource = (security: Security, cache: string) =>
  `location ~ \\.(${subresources(security).join('|')})$ {
${addHeaders(security.subresource)}
add_header Cache-Control ${JSON.stringify(cache)} always;
try_files $uri =404;
}`
