import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import helmet from 'helmet'
import type { Assets } from './assets.ts'
import type { Config } from './config.ts'
import { directives, embedderPolicy, allowed as ownAllowed, permissionsPolicy } from './policy.ts'
import { speculation } from './site-files.ts'

/** Header names and values, ready to be sent. */
export type Headers = Record<string, string>

/** Middleware that needs nothing of Express. */
export type Middleware = (req: IncomingMessage, res: ServerResponse, next: (error?: unknown) => void) => void

export interface Security {
  /** Sets the headers of a document on a response. */
  middleware: Middleware[]
  /** The same headers as data, for ready responses and for the files of static hosts. */
  document: Headers
  /** The few that browsers read on a script, a font or a picture. */
  subresource: Headers
  /** One of the two, by a Content-Type. */
  of(contentType: string): Headers
}

/** Two years, in seconds: what the browsers' preload lists ask for. */
const HSTS_MAX_AGE = 63_072_000

/** How far the promise of TLS reaches: https://developer.mozilla.org/docs/Web/HTTP/Reference/Headers/Strict-Transport-Security */
const transport = {
  off: false,
  host: { maxAge: HSTS_MAX_AGE, includeSubDomains: false },
  subdomains: { maxAge: HSTS_MAX_AGE },
  preload: { maxAge: HSTS_MAX_AGE, preload: true },
} as const

/** What browsers obey on a response that is no document. */
const forSubresources = [
  'X-Content-Type-Options',
  'Cross-Origin-Resource-Policy',
  'Strict-Transport-Security',
]

/** Types that are never opened as a document. An SVG can hold scripts, so it counts as one. */
const subresource =
  /^(image\/(?!svg)|font\/|audio\/|video\/|text\/(javascript|css)|application\/speculationrules)/

/** Every security header, live and static. */
export function createSecurity(assets: Assets, hsts: Config['hsts'], allowed = ownAllowed): Security {
  const permissions = permissionsPolicy(assets, allowed)
  const middleware: Middleware[] = [
    helmet({
      contentSecurityPolicy: { useDefaults: false, directives: directives(assets, allowed) },
      crossOriginEmbedderPolicy: embedderPolicy(allowed),
      frameguard: { action: 'deny' },
      referrerPolicy: { policy: 'no-referrer' },
      strictTransportSecurity: transport[hsts],
      // For browsers and plug-ins that are no more.
      dnsPrefetchControl: false,
      ieNoOpen: false,
      permittedCrossDomainPolicies: false,
      xssFilter: false,
    }),
    (_req, res, next) => {
      res.setHeader('Permissions-Policy', permissions)
      res.setHeader('Speculation-Rules', `"/${speculation.name}"`)
      next()
    },
  ]
  const document = headersSetBy(middleware)
  const few = Object.fromEntries(Object.entries(document).filter(([name]) => forSubresources.includes(name)))
  return {
    middleware,
    document,
    subresource: few,
    of: contentType => (subresource.test(contentType) ? few : document),
  }
}

/** Node gives the names back in lower case. */
const capitalized = (name: string) => name.replace(/\b[a-z]/g, letter => letter.toUpperCase())

/** What middleware sets on a response of Node's own, which is never sent. */
function headersSetBy(middleware: Middleware[]): Headers {
  const req = new IncomingMessage(new Socket())
  const res = new ServerResponse(req)
  for (const handler of middleware) {
    handler(req, res, error => {
      if (error) throw error
    })
  }
  return Object.fromEntries(
    Object.entries(res.getHeaders()).map(([name, value]) => [capitalized(name), String(value)]),
  )
}
