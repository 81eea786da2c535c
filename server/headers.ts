import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import helmet from 'helmet'
import type { Assets } from './assets.ts'

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
  'img-src': ["'self'", 'data:'],
  'font-src': ["'self'"],
  'connect-src': ["'self'"],
  'manifest-src': ["'self'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
  'require-trusted-types-for': ["'script'"],
  'trusted-types': ["'none'"],
})

const permissions =
  'accelerometer=(), autoplay=(), camera=(), display-capture=(), encrypted-media=(), fullscreen=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), picture-in-picture=(), publickey-credentials-get=(), screen-wake-lock=(), usb=(), xr-spatial-tracking=()'

/** Every security header of every answer, live and static: computed once, at start. */
export function securityHeaders(assets: Assets): Headers {
  const headers: Headers = { 'Permissions-Policy': permissions }
  const recorder = {
    setHeader: (name: string, value: string) => {
      headers[name] = value
    },
    removeHeader: () => {},
  }
  helmet({
    contentSecurityPolicy: { useDefaults: false, directives: directives(assets) },
    crossOriginEmbedderPolicy: true,
    strictTransportSecurity: { maxAge: 63_072_000, includeSubDomains: true },
    referrerPolicy: { policy: 'no-referrer' },
  })({} as IncomingMessage, recorder as unknown as ServerResponse, error => {
    if (error) throw error
  })
  return headers
}
