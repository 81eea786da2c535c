import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import helmet from 'helmet'
import type { Assets } from './assets.ts'
import { speculation } from './speculation.ts'

/** Header names and values, ready to be sent. */
export type Headers = Record<string, string>

/** For files whose name holds a hash of their content. */
export const immutable = 'public, max-age=31536000, immutable'

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** The content security policy of every answer. The inline style and the inline loader are allowed by their hashes. */
const directives = ({ style, loader, reload }: Assets) => ({
  'default-src': ["'none'"],
  'script-src': ["'self'", hash(loader), ...(reload ? [hash(reload)] : [])],
  'style-src': [hash(style)],
  'img-src': ["'self'"],
  'font-src': ["'self'"],
  'connect-src': ["'self'"],
  'manifest-src': ["'self'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
  'require-trusted-types-for': ["'script'"],
  'trusted-types': ["'none'"],
})

/** What the pages never do, and so nothing that got into them may. Chromium knows every one of these names. */
const features = [
  'accelerometer',
  'autoplay',
  'browsing-topics',
  'camera',
  'clipboard-read',
  'clipboard-write',
  'compute-pressure',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'gamepad',
  'geolocation',
  'gyroscope',
  'hid',
  'identity-credentials-get',
  'idle-detection',
  'keyboard-map',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'otp-credentials',
  'payment',
  'picture-in-picture',
  'publickey-credentials-create',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'storage-access',
  'sync-xhr',
  'usb',
  'window-management',
  'xr-spatial-tracking',
]

/** Two years, in seconds: what the browsers' preload lists ask for. */
const HSTS_MAX_AGE = 63_072_000

/** The headers of every answer, live and static, all but one for security: computed once, at start. */
export function securityHeaders(assets: Assets, preload = false): Headers {
  const headers: Headers = {
    'Permissions-Policy': features.map(feature => `${feature}=()`).join(', '),
    'Speculation-Rules': `"/${speculation.name}"`,
  }
  const recorder = {
    setHeader: (name: string, value: string) => {
      headers[name] = value
    },
    removeHeader: () => {},
  }
  helmet({
    contentSecurityPolicy: { useDefaults: false, directives: directives(assets) },
    crossOriginEmbedderPolicy: true,
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: { maxAge: HSTS_MAX_AGE, includeSubDomains: true, preload },
    // For browsers and plug-ins that are no more.
    dnsPrefetchControl: false,
    ieNoOpen: false,
    permittedCrossDomainPolicies: false,
    xssFilter: false,
  })({} as IncomingMessage, recorder as unknown as ServerResponse, error => {
    if (error) throw error
  })
  return headers
}
