import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import helmet from 'helmet'
import type { Config } from '../lib/config.ts'
import type { Manifest } from '../lib/manifest.ts'
import type { Allowed } from '../site.ts'
import { directives } from './content-security-policy.ts'

/** Header names and values, ready to be sent. */
export type HttpHeaders = Record<string, string>

export interface Security {
  document: HttpHeaders
  /** The headers for a Content-Type: on scripts, fonts and pictures browsers read only a few. */
  of(contentType: string): HttpHeaders
}

/** Two years: what the browsers' preload lists ask for. */
const HSTS_MAX_AGE_SECONDS = 63_072_000

/** Strict-Transport-Security by the value of the variable HSTS. */
const HSTS_OPTIONS = {
  off: false,
  host: { maxAge: HSTS_MAX_AGE_SECONDS, includeSubDomains: false },
  subdomains: { maxAge: HSTS_MAX_AGE_SECONDS },
  preload: { maxAge: HSTS_MAX_AGE_SECONDS, preload: true },
} as const

/** The headers that browsers read on a response that is no document. */
const SUBRESOURCE_HEADERS =
  /^(X-Content-Type-Options|Cross-Origin-Resource-Policy|Strict-Transport-Security)$/

/** Types that are never opened as a document. An SVG can hold scripts, so it counts as one. */
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
  // helmet has no API for its headers: run it once on a response that is never sent.
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
  return { document, of: type => (SUBRESOURCE_TYPE.test(type) ? subresource : document) }
}

/**
 * Features that the pages do not use. Only names that Chrome 109 and later know: an unknown name is a warning in the
 * console.
 */
const FEATURES = `accelerometer autoplay camera clipboard-read display-capture encrypted-media fullscreen gamepad
  geolocation gyroscope hid idle-detection keyboard-map local-fonts magnetometer microphone midi otp-credentials payment
  picture-in-picture publickey-credentials-get screen-wake-lock serial sync-xhr usb xr-spatial-tracking`

/** The features that are allowed, and to whom: https://developer.mozilla.org/docs/Web/HTTP/Reference/Headers/Permissions-Policy */
export function permissionsPolicy({ features }: Allowed): string {
  const names = new Set([...FEATURES.split(/\s+/), ...Object.keys(features)])
  const value = (name: string) =>
    (features[name] ?? []).map(origin => (origin === 'self' ? origin : `"${origin}"`)).join(' ')
  return Array.from(names, name => `${name}=(${value(name)})`).join(', ')
}
