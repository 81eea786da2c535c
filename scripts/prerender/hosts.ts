import { cacheControl, typeOf } from '../../server/files.ts'
import type { Security } from '../../server/headers.ts'
import { speculation } from '../../server/site-files.ts'
import { moved } from '../../shared/pages.ts'
import { apache } from './hosts/apache.ts'
import { caddy } from './hosts/caddy.ts'
import { cloudfront } from './hosts/cloudfront.ts'
import { azure, firebase, vercel } from './hosts/json.ts'
import { nginx } from './hosts/nginx.ts'
import { lines } from './hosts/rules.ts'
import { movedPages, redirectRules } from './moved.ts'

/**
 * The files of dist/ for hosts: headers and redirects of Netlify and Cloudflare Pages, the configurations of Apache,
 * Azure and Vercel, GitHub's word for "as it is", and pages that redirect.
 */
export const hostFiles = (security: Security, origin: string): Record<string, string> => ({
  _headers: `/*
${lines(security.document, (name, value) => `  ${name}: ${value}`)}

/assets/*
  Cache-Control: ${cacheControl('assets/')}

/${speculation.name}
  Content-Type: ${typeOf(speculation.name)}
`,
  '.htaccess': apache(security),
  '.nojekyll': '',
  'staticwebapp.config.json': azure(security),
  'vercel.json': vercel(security),
  ...(moved.length > 0 && { _redirects: redirectRules() }),
  ...movedPages(origin),
})

/** The configurations of hosts that read none of our files: an operator copies one. */
export const hostConfigs = (security: Security): Record<string, string> => ({
  'nginx.conf': nginx(security),
  Caddyfile: caddy(security),
  'cloudfront.js': cloudfront(),
  'firebase.json': firebase(security),
})
