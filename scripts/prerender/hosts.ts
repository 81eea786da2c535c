import { cacheControl, typeOf } from '../../server/files.ts'
import { speculation } from '../../server/site-files.ts'
import { apache } from './hosts/apache.ts'
import { caddy } from './hosts/caddy.ts'
import { cloudfront } from './hosts/cloudfront.ts'
import { firebase, vercel } from './hosts/json.ts'
import { nginx } from './hosts/nginx.ts'
import { type HostedSite, lines } from './hosts/rules.ts'
import { movedPages, redirectRules } from './moved.ts'

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
  ...movedPages(site.table, origin),
})

/** The configurations of hosts that read none of our files: an operator copies one. */
export const hostConfigs = (site: HostedSite): Record<string, string> => ({
  'nginx.conf': nginx(site),
  Caddyfile: caddy(site),
  'cloudfront.js': cloudfront(site),
  'firebase.json': firebase(site),
})
