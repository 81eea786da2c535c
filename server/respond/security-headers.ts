import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import helmet from 'helmet'
import type { Config } from '../lib/config.ts'
import type { Manifest } from '../lib/manifest.ts'
import type { Allowed } from '../site.ts'
import { directives } from './content-security-policy.ts'

/** The values of headers, by name. */
export type HttpHeaders = Record<string, string>

export interface Security {
  document: HttpHeaders
  /** The headers for a response of this type. Scripts, fonts and pictures get only the few that browsers read on them. */
  forType(contentType: string): HttpHeaders
}

/** Two years, which the browsers' preload lists require. */
const HSTS_MAX_AGE_SECONDS = 63_072_000

/** The values of Strict-Transport-Security for the variable HSTS. */
const HSTS_OPTIONS = {
  off: false,
  host: { maxAge: HSTS_MAX_AGE_SECONDS, includeSubDomains: false },
  subdomains: { maxAge: HSTS_MAX_AGE_SECONDS },
  preload: { maxAge: HSTS_MAX_AGE_SECONDS, preload: true },
} as const

/** The headers that browsers read on a response that isn't a document. */
const SUBRESOURCE_HEADERS =
  /^(X-Content-Type-Options|Cross-Origin-Resource-Policy|Strict-Transport-Security)$/

/** The types that browsers never open as a document. SVG isn't one of them, because it can contain scripts. */
const SUBRESOURCE_TYPE = /^(image\/(?!svg)|font\/|audio\/|video\/|text\/(javascript|css))/

export function createSecurity(manifest: Manifest, hsts: Config['hsts'], allowed: Allowed): Security {
  const setHeaders = helmet({
    contentSecurityPolicy: { useDefaults: false, directives: directives(manifest, allowed) },
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: HSTS_OPTIONS[hsts],
    // For obsolete browsers and plug-ins.
    dnsPrefetchControl: false,
    ieNoOpen: false,
    permittedCrossDomainPolicies: false,
    xssFilter: false,
  })
  // helmet has no API for its headers, so it runs once on a response that is never sent.
  const req = new IncomingMessage(new Socket())
  const res = new ServerResponse(req)
  setHeaders(req, res, error => {
    if (error) throw error
  })
  res.setHeader('Permissions-Policy', permissionsPolicy(allowed))
  const document: HttpHeaders = {}
  const subresource: HttpHeaders = {}
  for (const [lowerCase, value] of Object.entries(res.getHeaders())) {
    const name = lowerCase.replace(/\b[a-z]/g, letter => letter.toUpperCase())
    document[name] = String(value)
    if (SUBRESOURCE_HEADERS.test(name)) subresource[name] = String(value)
  }
  return { document, forType: type => (SUBRESOURCE_TYPE.test(type) ? subresource : document) }
}

/**
 * Features of browsers that the pages don't use. Chrome 109 and later know all of these names: an unknown one would be a warning
 * in the console.
 */
const FEATURES = `accelerometer autoplay camera clipboard-read display-capture encrypted-media fullscreen gamepad
  geolocation gyroscope hid idle-detection keyboard-map local-fonts magnetometer microphone midi otp-credentials payment
  picture-in-picture publickey-credentials-get screen-wake-lock serial sync-xhr usb xr-spatial-tracking`

/**
 * The value of Permissions-Policy, with the features that the site allows:
 * https://developer.mozilla.org/docs/Web/HTTP/Reference/Headers/Permissions-Policy
 */
export function permissionsPolicy({ features }: Allowed): string {
  const names = new Set([...FEATURES.split(/\s+/), ...Object.keys(features)])
  const value = (name: string) =>
    (features[name] ?? []).map(origin => (origin === 'self' ? origin : `"${origin}"`)).join(' ')
  return Array.from(names, name => `${name}=(${value(name)})`).join(', ')
}
