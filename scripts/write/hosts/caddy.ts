import { cacheControl, typeOf } from '../../../server/files.ts'
import { redirectsOf } from '../../../server/paths.ts'
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

/** What goes into a site block of Caddy. */
export function caddy({ security, table, ownHtml }: HostedSite): string {
  const typeLines = lines(types, ([extension, type]) => `\t~\\.${extension}$ ${JSON.stringify(type)}`)
  const extensions = subresources(security)
    .map(extension => `*.${extension}`)
    .join(' ')
  const notOnSubresources = lines(Object.keys(onlyOnDocuments(security)), name => `\t\t-${name}`)
  const documentHeaders = lines(
    Object.entries(security.document),
    ([name, value]) => `\t\t${name} ${JSON.stringify(value)}`,
  )
  // Needed twice: an error starts afresh in Caddy, without the headers that were set before.
  const headers = `\theader {
${documentHeaders}
\t\t-Server
\t}
\theader Cache-Control no-store`
  const redirectLines = lines(
    redirectsOf(table),
    ([from, to], index) => `\t@other${index} {
\t\tvars_regexp {path} (?i)${anySpelling(from)}
\t\tnot vars {path} ${to}
\t}
\tredir @other${index} ${to}{site_query} 308`,
  )
  const notHidden = ownHtml.map(path => `\t\tnot vars {path} ${path}\n`).join('')
  const inner = table.rows.flatMap(({ path }) => (path === '/' ? [] : path)).join(' ')
  const [cache, assetCache] = [cacheControl('index.html'), cacheControl('assets/')].map(value =>
    JSON.stringify(value),
  )

  return `# ${notice}
# It belongs into a site block that says where dist/ is: root * /srv/site, then import /srv/Caddyfile
map {path} {site_type} {
${typeLines}
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
		path ${extensions}
	}
	header @subresource {
${notOnSubresources}
	}
${headers}

	@method not method GET HEAD
	header @method Allow "GET, HEAD"
	header @method Content-Type "text/plain; charset=utf-8"
	respond @method "Method not allowed
" 405

${redirectLines}

	@hidden {
		path_regexp ${hidden}
${notHidden}	}
	error @hidden 404

	@page vars {path} ${inner}
	rewrite @page {path}.html
	rewrite / /index.html

	@asset path /assets/*
	@file file {path}
	header @file Content-Type {site_type}
	header @file Cache-Control ${cache}
	header @file Vary Accept-Encoding
	header @asset Cache-Control ${assetCache}
	file_server {
		precompressed br gzip
		disable_canonical_uris
	}
}
handle_errors {
${headers}
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
		header Content-Type ${JSON.stringify(typeOf('404.html'))}
		file_server {
			precompressed br gzip
			disable_canonical_uris
		}
	}
}
`
}
