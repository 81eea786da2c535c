import { cacheControl } from '../../../server/files.ts'
import type { Security } from '../../../server/headers.ts'
import { redirectsOf } from '../../../server/paths.ts'
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

/** What goes into a site block of Caddy. */
export const caddy = ({ security, table, ownHtml }: HostedSite) => `# ${made}
# It belongs into a site block that says where dist/ is: root * /srv/site, then import /srv/Caddyfile
map {path} {site_type} {
${lines(types, (extension, type) => `	~\\${extension}$ ${JSON.stringify(type)}`)}
	default application/octet-stream
}
map {query} {site_query} {
	~(.+) "?\${1}"
	default ""
}
route {
	# First, because what takes headers away works from the last to the first.
	@subresource {
		file {path}
		path ${subresources(security)
      .map(extension => `*.${extension}`)
      .join(' ')}
	}
	header @subresource {
${lines(onlyOnDocuments(security), name => `		-${name}`)}
	}
${caddyHeaders(security)}

	@method not method GET HEAD
	header @method Allow "GET, HEAD"
	header @method Content-Type "text/plain; charset=utf-8"
	respond @method "Method not allowed
" 405

${redirectsOf(table)
  .map(
    ([from, to], index) => `	@other${index} {
		vars_regexp {path} (?i)${anySpelling(from)}
		not vars {path} ${to}
	}
	redir @other${index} ${to}{site_query} 308`,
  )
  .join('\n')}

	@hidden {
		path_regexp ${hidden}
${ownHtml.map(path => `		not vars {path} ${path}\n`).join('')}	}
	error @hidden 404

	@page vars {path} ${table.rows.flatMap(({ path }) => (path === '/' ? [] : path)).join(' ')}
	rewrite @page {path}.html
	rewrite / /index.html

	@asset path /assets/*
	@file file {path}
	header @file Content-Type {site_type}
	header @file Cache-Control ${JSON.stringify(cacheControl('index.html'))}
	header @file Vary Accept-Encoding
	header @asset Cache-Control ${JSON.stringify(cacheControl('assets/'))}
	file_server {
		precompressed br gzip
		disable_canonical_uris
	}
}
handle_errors {
${caddyHeaders(security)}
	@no-asset {
		expression {err.status_code} == 404
		path /assets/*
	}
	handle @no-asset {
		header Content-Type "text/plain; charset=utf-8"
		respond "Not found
" 404
	}
	@missing expression {err.status_code} == 404
	handle @missing {
		rewrite * /404.html
		header Content-Type ${JSON.stringify(types['.html'])}
		file_server {
			precompressed br gzip
			disable_canonical_uris
		}
	}
}
`

/** An error starts afresh in Caddy, without the headers that were set before. */
const caddyHeaders = (security: Security) => `	header {
${lines(security.document, (name, value) => `		${name} ${JSON.stringify(value)}`)}
		-Server
	}
	header Cache-Control no-store`
