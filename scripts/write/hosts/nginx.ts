import { cacheControl } from '../../../server/files.ts'
import type { Headers } from '../../../server/headers.ts'
import { fileOf, redirectsOf } from '../../../server/paths.ts'
import { anySpelling, type HostedSite, hidden, lines, notice, subresources, types } from './rules.ts'

/** What goes into a server block of nginx. */
export function nginx({ security, table, ownHtml }: HostedSite): string {
  const addHeaders = (headers: Headers) =>
    lines(Object.entries(headers), ([name, value]) => `add_header ${name} ${JSON.stringify(value)} always;`)
  const typeLines = lines(types, ([extension, type]) => `  ${JSON.stringify(type)} ${extension};`)
  const pages = [
    ...table.rows.map(({ path }) => [path, fileOf(path)]),
    ...ownHtml.map(path => [path, path.slice(1)]),
  ]
  const pageLines = lines(pages, ([path, file]) => `location = ${path} { try_files /${file} =404; }`)
  const redirectLines = lines(
    redirectsOf(table),
    ([from, to]) =>
      `location ~* ${anySpelling(from)} { set $site_cache no-store; return 308 ${to}$is_args$args; }`,
  )
  const [cache, assetCache] = [cacheControl('index.html'), cacheControl('assets/')].map(value =>
    JSON.stringify(value),
  )
  const documentHeaders = addHeaders(security.document)
  const subresourceHeaders = addHeaders(security.subresource)
  const subresource = `location ~ \\.(${subresources(security).join('|')})$`

  // Headers of a location take the place of all that were set around it.
  return `# ${notice}
# It belongs into a server block that says where dist/ is: root /srv/site; include /srv/nginx.conf;
types {
${typeLines}
}
default_type application/octet-stream;
server_tokens off;
absolute_redirect off;
merge_slashes off;
gzip_static on;
gzip_vary on;
gzip_proxied any;
# Where nginx was built with the module: brotli_static on;

set $site_cache ${cache};
set $site_allow "";
${documentHeaders}
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

${pageLines}
${redirectLines}
location ~ ${hidden} { return 404; }
location / { try_files $uri =404; }
${subresource} {
${subresourceHeaders}
add_header Cache-Control ${cache} always;
try_files $uri =404;
}

location ^~ /assets/ {
  set $site_cache ${assetCache};
  error_page 404 @no-asset;
  try_files $uri =404;
  location ~ ${hidden} { return 404; }
  ${subresource} {
${subresourceHeaders}
add_header Cache-Control ${assetCache} always;
try_files $uri =404;
}
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
}
