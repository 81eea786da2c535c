import { moved } from '../../shared/pages.ts'
import { cacheControl, typeOf } from '../files.ts'
import type { Headers } from '../headers.ts'
import { speculation } from '../site-files.ts'
import { caddy } from './hosts/caddy.ts'
import { cloudfront } from './hosts/cloudfront.ts'
import { nginx } from './hosts/nginx.ts'
import { lines } from './hosts/rules.ts'
import { movedPages, redirectRules } from './moved.ts'

/** The files of dist/ for hosts: headers and redirects of Netlify and Cloudflare Pages, pages that redirect, GitHub's word for "as it is". */
export const hostFiles = (security: Headers, origin: string): Record<string, string> => ({
  _headers: `/*
${lines(security, (name, value) => `  ${name}: ${value}`)}

/assets/*
  Cache-Control: ${cacheControl('assets/')}

/${speculation.name}
  Content-Type: ${typeOf(speculation.name)}
`,
  '.nojekyll': '',
  ...(moved.length > 0 && { _redirects: redirectRules() }),
  ...movedPages(origin),
})

/** The configurations of hosts that read none of our files: an operator copies one. */
export const hostConfigs = (security: Headers): Record<string, string> => ({
  'nginx.conf': nginx(security),
  Caddyfile: caddy(security),
  'cloudfront.js': cloudfront(),
})
